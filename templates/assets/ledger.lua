-- What a web page knows of its numbers beside their digits; both engines run this filter, before report.lua.
--
-- Behind the text of a page stand the ledger rows that it cites, with the words for them, as JSON that the page's script
-- reads for the card of a number: nothing is fetched, and a page works from disk. A number is given what a screen reader
-- says of it, and a row of the ledger page its words. Read are `ledger.csv` and `names.csv` of the report folder, which
-- the metadata `root` leads to.

local ledger, names, cited = {}, {}, {}
local rows_here = false
if not FORMAT:match("html") then return {} end

local function parse_csv(text)
  local rows, row, field, quoted, i = {}, {}, {}, false, 1
  local function end_field() row[#row + 1] = table.concat(field); field = {} end
  while i <= #text do
    local c = text:sub(i, i)
    if quoted then
      if c == '"' then
        if text:sub(i + 1, i + 1) == '"' then field[#field + 1] = '"'; i = i + 1 else quoted = false end
      else
        local stop = text:find('"', i, true) or #text + 1
        field[#field + 1] = text:sub(i, stop - 1)
        i = stop - 1
      end
    elseif c == '"' then quoted = true
    elseif c == "," then end_field()
    elseif c == "\n" then end_field(); rows[#rows + 1] = row; row = {}
    else
      local stop = text:find('[,"\n]', i) or #text + 1
      field[#field + 1] = text:sub(i, stop - 1)
      i = stop - 1
    end
    i = i + 1
  end
  return rows
end

-- Keys that are cited by what does not pass here, one a line.
local function read_cited(path)
  local file = io.open(path, "r")
  if not file then return end
  for key in file:lines() do cited[key] = true end
  file:close()
end

local function read_csv(path, use)
  local file = io.open(path, "r")
  if not file then return end
  local rows = parse_csv(file:read("a"))
  file:close()
  local header = rows[1] or {}
  for n = 2, #rows do
    local entry = {}
    for c, name in ipairs(header) do entry[name] = rows[n][c] end
    use(entry)
  end
end

-- What a number is, in words: its measure, then the parts of its key by their names.
local function name_of(study, kind, id)
  return names[study .. "/" .. kind .. "/" .. id] or names["/" .. kind .. "/" .. id]
end

local function as_it_stands(part)
  return (part:gsub("_", " "):gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end))
end

local function parts_of(key)
  local parts = {}
  for part in key:gmatch("[^/]+") do parts[#parts + 1] = part end
  local study = table.remove(parts, 1) or ""
  if parts[1] == "shipped" then table.remove(parts, 1) end
  return study, parts
end

-- Where two systems side by side in a key are a difference; elsewhere they are a way from one to the other.
local MINUS = { paired = true, p = true, p_holm = true, exploratory = true, edge_error = true, edge_gap = true }

local function words_of(key)
  local study, parts = parts_of(key)
  if #parts == 0 then return as_it_stands(key) end
  local words = { name_of(study, "measure", parts[1]) or as_it_stands(parts[1]) }
  local attacked, paired = false, false
  for n = 2, #parts do
    local part = parts[n]
    local system, attacker = name_of(study, "system", part), name_of(study, "attacker", part)
    if system and paired then
      words[#words] = words[#words] .. (MINUS[parts[1]] and " minus " or " to ") .. system
      paired = false
    elseif system then
      words[#words + 1] = system
      paired = parts[n + 1] ~= nil and name_of(study, "system", parts[n + 1]) ~= nil
    else
      words[#words + 1] = attacker or (attacked and name_of(study, "list", part)) or name_of(study, "part", part)
        or as_it_stands(part)
      attacked = attacked or attacker ~= nil
    end
  end
  return table.concat(words, " · ")
end

-- A decimal number without its sign, rounded as it is written: an exact half goes up.
local function rounded(text, decimals)
  local whole, rest = text:match("^[-+]?(%d+)%.?(%d*)$")
  if not whole then return string.format("%." .. decimals .. "f", math.abs(tonumber(text))) end -- with an exponent
  rest = rest .. ("0"):rep(decimals + 1 - #rest)
  local kept, up = whole .. rest:sub(1, decimals), rest:sub(decimals + 1, decimals + 1) >= "5"
  if up then
    local head, last, nines = kept:match("^(.-)([0-8]?)(9*)$")
    kept = head .. tostring((tonumber(last) or 0) + 1) .. ("0"):rep(#nines)
  end
  whole = kept:sub(1, #kept - decimals)
  return decimals > 0 and whole .. "." .. kept:sub(#kept - decimals + 1) or whole
end

-- Digits as the page sources print them: fixed decimals, thousands apart, a true minus sign, none on a zero.
local function printed(text, decimals, signed)
  local value = tonumber(text)
  if not value then return nil end
  local digits = rounded(text, math.tointeger(tonumber(decimals)))
  local whole, rest = digits:match("^(%d+)(.*)$")
  whole = whole:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", "")
  local zero = not digits:find("[1-9]")
  local sign = zero and "" or (value < 0 and "\u{2212}" or (signed and "+" or ""))
  return sign .. whole .. rest
end

-- The row of the other tag under the same name. Shipped values of the demo clips leave out the list; a pitch correlation
-- that is not said to be of these clips is of all utterances, and no twin.
local ON_CLIPS = { median_f0 = true, duration_ratio = true }

local function twin_of(key)
  local study, rest = key:match("^([^/]*)/(.*)$")
  if not study then return nil end
  local found = rest:match("^shipped/(.*)$")
  if found then
    local measure, system = found:match("^([^/]*)/([^/]*)$")
    for _, name in ipairs({ found, measure and measure:gsub("_demo$", "") .. "/" .. system .. "/demo" }) do
      local clips = name ~= found and not (ON_CLIPS[measure] or measure:match("_demo$"))
      if not clips and ledger[study .. "/" .. name] then return study .. "/" .. name end
    end
    return nil
  end
  found = study .. "/shipped/" .. rest
  if ledger[found] then return found end
  local measure, system = rest:match("^([^/]*)/([^/]*)/demo$")
  if not measure then return nil end
  found = study .. "/shipped/" .. measure .. (ON_CLIPS[measure] and "/" or "_demo/") .. system
  return ledger[found] and found or nil
end

local function json_string(text)
  return '"' .. text:gsub('[%c"\\<>&{}]', function(c) return string.format("\\u%04x", c:byte()) end) .. '"'
end

-- The ledger rows that a page cites, as a script block of data; a text that several rows share stands once.
local function facts()
  local keys, wanted = {}, {}
  local function want(key)
    if ledger[key] and not wanted[key] then
      wanted[key] = true
      keys[#keys + 1] = key
    end
  end
  for key in pairs(cited) do
    want(key)
    local twin = twin_of(key)
    if twin then want(twin) end
  end
  if #keys == 0 then return nil end
  table.sort(keys)
  local texts, places, rows = {}, {}, {}
  local function place_of(text)
    if not places[text] then
      texts[#texts + 1] = json_string(text)
      places[text] = #texts - 1
    end
    return places[text]
  end
  local studies, several = {}, false
  for _, key in ipairs(keys) do
    studies[key:match("^[^/]*")] = true
  end
  several = next(studies, next(studies)) ~= nil
  for _, key in ipairs(keys) do
    local entry, fields = ledger[key], {}
    local function put(name, json) fields[#fields + 1] = '"' .. name .. '":' .. json end
    local signed = entry.unit == "points"
    put("what", place_of(words_of(key)))
    if several then
      local study = key:match("^[^/]*")
      put("study", place_of(name_of(study, "study", study) or as_it_stands(study)))
    end
    for _, name in ipairs({ "value", "ci_low", "ci_high" }) do
      local digits = printed(entry[name], entry.decimals, signed)
      if digits then put(name, json_string(digits)) end
    end
    put("tag", json_string(entry.tag))
    put("unit", place_of(entry.unit))
    if entry.inputs == "simulated" then put("simulated", "true") end
    put("source", place_of(entry.source))
    put("method", place_of(entry.method))
    if entry.n ~= "" then put("n", json_string(printed(entry.n, 0, false))) end
    if entry.missing ~= "" then put("missing", place_of(entry.missing)) end
    local twin = twin_of(key)
    if twin then put("twin", json_string(twin)) end
    rows[#rows + 1] = json_string(key) .. ":{" .. table.concat(fields, ",") .. "}"
  end
  local attackers = {}
  for id in pairs(names) do
    local attacker = id:match("^/attacker/(.*)$")
    if attacker then attackers[#attackers + 1] = attacker end
  end
  table.sort(attackers)
  for n, attacker in ipairs(attackers) do
    attackers[n] = json_string(attacker) .. ":" .. json_string(names["/attacker/" .. attacker])
  end
  return '<script type="application/json" id="ledger-rows">\n{"texts":[\n' .. table.concat(texts, ",\n")
    .. '\n],"attackers":{' .. table.concat(attackers, ",") .. '},"rows":{\n' .. table.concat(rows, ",\n") .. "\n}}\n</script>"
end

-- What a screen reader says of a number: digits, unit, which part of its row, tag.
local UNITS = { percent = " percent", points = " points", ["percentage points"] = " percentage points", Hz = " hertz", dB = " decibels", hours = " hours" }
local PARTS = { ci_low = ", lower edge", ci_high = ", upper edge", n = ", counted" }

local function spoken(span)
  local entry, part = ledger[span.attributes.key], span.attributes.part
  local tag = span.classes:includes("shipped") and "shipped" or "recomputed"
  local digits = pandoc.utils.stringify(span.content)
  local unit = part ~= "n" and entry and UNITS[entry.unit] or ""
  return digits .. unit .. (PARTS[part] or "") .. ", " .. tag
end

local function Span(span)
  local key = span.attributes.key
  local entry = key and ledger[key]
  if span.classes:includes("num") then
    span.attributes.said = spoken(span)
    if not rows_here then cited[key] = true end
    return span
  end
  if span.classes:includes("row") then
    local said = words_of(key)
    if entry then said = said .. " · " .. entry.tag end
    if entry and entry.inputs == "simulated" then said = said .. ", simulated inputs" end
    return { span, pandoc.Span({ pandoc.Str(said) }, pandoc.Attr("", { "below", "data", "what" })) }
  end
end

local function Meta(meta)
  local root = meta.root and pandoc.utils.stringify(meta.root) or "."
  rows_here = meta.rows ~= nil and pandoc.utils.stringify(meta.rows) == "here"
  local folder = meta.facts and pandoc.utils.stringify(meta.facts) or root -- a part of both files will do
  if meta.facts then read_cited(folder .. "/cited.txt") end
  read_csv(folder .. "/ledger.csv", function(entry) ledger[entry.key] = entry end)
  read_csv(folder .. "/names.csv", function(entry)
    -- A quote stands in front of words that a spreadsheet would run as a formula.
    names[entry.study .. "/" .. entry.kind .. "/" .. entry.id] = entry.words:gsub("^'('*[=+@-])", "%1")
  end)
end

-- The rows stand behind the text, where the page's template has their place.
local function attach(doc)
  local block = facts()
  if not block then return nil end
  doc.meta["ledger-rows"] = pandoc.MetaBlocks({ pandoc.RawBlock("html", block) })
  return doc
end

return { { Meta = Meta }, { Span = Span }, { Pandoc = attach } }
