-- What a web page knows of its numbers beside their digits; both engines run this filter, before report.lua.
--
-- Behind the text of a page stand the ledger rows that it cites, with the words for them, as JSON that the page's script
-- reads for the card of a number: nothing is fetched, and a page works from disk. A number is given what a screen reader
-- says of it.

if not FORMAT:match("html") then return {} end

local function beside(name)
  return quarto and quarto.utils.resolve_path(name) or (PANDOC_SCRIPT_FILE:match("^(.*)[/\\]") or ".") .. "/" .. name
end
local known, marks = dofile(beside("known.lua")), dofile(beside("marks.lua"))
local ledger, cited = known.ledger, known.cited

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
    put("what", place_of(known.words_of(key)))
    if several then
      local study = key:match("^[^/]*")
      put("study", place_of(known.name_of(study, "study", study) or known.as_it_stands(study)))
    end
    for _, name in ipairs({ "value", "ci_low", "ci_high" }) do
      local digits = known.digits(entry, name)
      if digits then put(name, json_string(digits)) end
    end
    put("tag", json_string(entry.tag))
    put("unit", place_of(entry.unit))
    if entry.inputs == "simulated" then put("simulated", "true") end
    put("source", place_of(entry.source))
    put("method", place_of(entry.method))
    if entry.n ~= "" then put("n", json_string(known.digits(entry, "n"))) end
    if entry.missing ~= "" then put("missing", place_of(entry.missing)) end
    local twin = twin_of(key)
    if twin then put("twin", json_string(twin)) end
    rows[#rows + 1] = json_string(key) .. ":{" .. table.concat(fields, ",") .. "}"
  end
  local attackers = {}
  for id in pairs(known.names) do
    local attacker = id:match("^/attacker/(.*)$")
    if attacker then attackers[#attackers + 1] = attacker end
  end
  table.sort(attackers)
  for n, attacker in ipairs(attackers) do
    attackers[n] = json_string(attacker) .. ":" .. json_string(known.names["/attacker/" .. attacker])
  end
  return '<script type="application/json" id="ledger-rows">\n{"texts":[\n' .. table.concat(texts, ",\n")
    .. '\n],"attackers":{' .. table.concat(attackers, ",") .. '},"rows":{\n' .. table.concat(rows, ",\n") .. "\n}}\n</script>"
end

local function Span(span)
  if not span.classes:includes("num") then return nil end
  local key, part = marks.key_of(span), span.attributes.part
  local tag = span.classes:includes("shipped") and "shipped" or "recomputed"
  span.attributes.said = known.spoken(pandoc.utils.stringify(span.content), key, part, tag)
  cited[key] = true
  return span
end

-- The rows stand behind the text, where the page's template has their place. A page that holds the ledger rows itself needs
-- no second copy of them.
local function attach(doc)
  local rows_here = doc.meta.rows ~= nil and pandoc.utils.stringify(doc.meta.rows) == "here"
  local block = not rows_here and facts()
  if not block then return nil end
  doc.meta["ledger-rows"] = pandoc.MetaBlocks({ pandoc.RawBlock("html", block) })
  return doc
end

return { { Meta = known.read }, { Span = Span }, { Pandoc = attach } }
