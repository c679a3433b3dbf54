-- What a report says of its numbers: the rows of `ledger.csv`, and the words of `names.csv`. A module, and no filter.

local known = { ledger = {}, names = {}, cited = {} }

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

-- Read what a page may look up: `ledger.csv` and `names.csv` of the report folder, which the metadata `root` leads to. Where
-- `facts` leads elsewhere, a part of both stands there, and the keys of numbers that pass no filter, one a line.
function known.read(meta)
  local folder = pandoc.utils.stringify(meta.facts or meta.root or ".")
  local file = meta.facts and io.open(folder .. "/cited.txt", "r")
  if file then
    for key in file:lines() do known.cited[key] = true end
    file:close()
  end
  read_csv(folder .. "/ledger.csv", function(entry) known.ledger[entry.key] = entry end)
  read_csv(folder .. "/names.csv", function(entry)
    -- A quote stands in front of words that a spreadsheet would run as a formula.
    known.names[entry.study .. "/" .. entry.kind .. "/" .. entry.id] = entry.words:gsub("^'('*[=+@-])", "%1")
  end)
end

function known.name_of(study, kind, id)
  return known.names[study .. "/" .. kind .. "/" .. id] or known.names["/" .. kind .. "/" .. id]
end

function known.as_it_stands(part)
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

-- What a number is, in words: its measure, then the parts of its key by their names.
function known.words_of(key)
  local name_of, as_it_stands = known.name_of, known.as_it_stands
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

-- The digits of a part of a ledger row: `value`, `ci_low`, `ci_high` or `n`; nothing where it has none.
function known.digits(entry, part)
  if part == "n" then return printed(entry.n, 0, false) end
  return printed(entry[part], entry.decimals, entry.unit == "points")
end

local UNITS = { percent = " percent", points = " points", ["percentage points"] = " percentage points", Hz = " hertz", dB = " decibels", hours = " hours" }
local PARTS = { ci_low = ", lower edge", ci_high = ", upper edge", n = ", counted" }

-- What a screen reader says of a number: digits, unit, which part of its row, tag.
function known.spoken(digits, key, part, tag)
  local entry = known.ledger[key]
  local unit = part ~= "n" and entry and UNITS[entry.unit] or ""
  return digits .. unit .. (PARTS[part] or "") .. ", " .. tag
end

return known
