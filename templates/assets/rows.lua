-- The rows of a ledger, where a page has a place for them. A module of report.lua, which hands it the two
-- others, and no filter.
--
--   ::: {.ledger study="khmer_demo"}     all rows of a study; without `study` those that the page cites
--   | key | value | n | unit | how |     the head of their table, which has no rows
--   |:----|------:|--:|:-----|:----|
--   :::
--
-- They are made of `ledger.csv` here and not in the page sources: a ledger has thousands of rows, which Pandoc and Quarto
-- would take minutes to read as Markdown, and which would say again what stands in the ledger.

local known, marks = ...

-- A key that the ledger does not have; only a page that somebody wrote by hand can name one.
local function unknown(key)
  return { key = key, value = "", ci_low = "", ci_high = "", n = "", unit = "", tag = "shipped", missing = "not in ledger.csv", method = "", source = "" }
end

local function number_of(entry, part)
  local digits = known.digits(entry, part)
  return {
    key = entry.key, tag = entry.tag, digits = digits, part = part ~= "value" and part or nil, page = "",
    simulated = entry.inputs == "simulated", said = known.spoken(digits, entry.key, part, entry.tag),
  }
end

-- A dash between the edges of an interval; words where a minus sign would meet it.
local function between(entry)
  local low = tonumber(entry.ci_low)
  return low >= 0 and entry.unit ~= "points" and "–" or " to "
end

-- How a row is written: `number` of a number, `text` of words, `call` around what is quiet, `word` of where it comes from.
local html, typst = {}, {}

html.number, html.text = marks.html_number, marks.html_text

function html.call(name, content) return '<span class="' .. name .. '">' .. content .. "</span>" end

function html.word(word)
  local shown = marks.html_text(word)
  return marks.named(word) and html.call("whole", shown) or shown
end

function html.row(entry, value, n, unit, how)
  local said = known.words_of(entry.key) .. " · " .. entry.tag
  if entry.inputs == "simulated" then said = said .. ", simulated inputs" end
  local key = string.format('<span id="%s" class="row data">%s</span>', marks.anchor(entry.key), marks.html_text(entry.key))
  return string.format('<tr>\n<td style="text-align: left;">%s%s</td>\n<td style="text-align: right;">%s</td>\n'
    .. '<td style="text-align: right;">%s</td>\n<td style="text-align: left;">%s</td>\n'
    .. '<td style="text-align: left;"><span class="data prose">%s</span></td>\n</tr>\n',
    key, html.call("below data what", marks.html_text(said)), value, n, unit, how)
end

typst.number, typst.text = marks.typst_number, marks.typst_words

function typst.call(name, content) return "#" .. name .. "[" .. content .. "];" end

function typst.word(word)
  local parts = {}
  for _, part in ipairs(marks.breakable(word) or { { text = word } }) do
    parts[#parts + 1] = part.typst or marks.typst_words(part.text)
  end
  return marks.named(word) and typst.call("box", table.concat(parts)) or table.concat(parts)
end

-- A row is an entry, in columns of the page: a table of thousands of rows would be mostly air, and is what Typst takes
-- longest for. A number there is in its own row and leads nowhere.
function typst.row(entry, value, n, unit, how)
  return string.format("#entry([#row(%s, %s);], [%s], [%s], [%s], [#data[%s];]);\n",
    marks.typst_string(marks.anchor(entry.key)), marks.typst_string(entry.key), value, n, unit, how)
end

local to = FORMAT:match("html") and html or typst

-- The words of methods and sources are few, and stand in many rows.
local written = {}
local function how_of(entry)
  local words = {}
  for word in (entry.method .. "; " .. entry.source):gmatch("[^ ]+") do
    written[word] = written[word] or to.word(word)
    words[#words + 1] = written[word]
  end
  return table.concat(words, " ")
end

local function row(entry)
  local value
  if entry.value == "" then
    value = to.call("missing", to.text(entry.missing ~= "" and entry.missing or "not given"))
  else
    value = to.number(number_of(entry, "value"))
    if entry.ci_low ~= "" and entry.ci_high ~= "" then
      local low, high = to.number(number_of(entry, "ci_low")), to.number(number_of(entry, "ci_high"))
      value = value .. " " .. to.call("interval", low .. between(entry) .. high)
    end
  end
  return to.row(entry, value, entry.n ~= "" and to.number(number_of(entry, "n")) or "", to.text(entry.unit), how_of(entry))
end

-- The keys of a study's rows, or of those that the page cites, in the order of the ledger.
local function keys_of(study)
  local keys = {}
  for key in pairs(study and known.ledger or known.cited) do
    if not study or key:sub(1, #study + 1) == study .. "/" then keys[#keys + 1] = key end
  end
  table.sort(keys)
  return keys
end

-- What a place for rows becomes. Typst shows no head, whatever it became before.
local function fill(div)
  local rows = {}
  for _, key in ipairs(keys_of(div.attributes.study)) do rows[#rows + 1] = row(known.ledger[key] or unknown(key)) end
  local made = table.concat(rows)
  if to == typst then return pandoc.RawBlock("typst", made) end
  return div.content:map(function(block)
    if block.t ~= "Table" then return block end
    block.attr.classes:insert("ledger") -- long: its columns have widths of their own
    local head = pandoc.write(pandoc.Pandoc({ block }), "html"):match("^.-</thead>")
    return pandoc.RawBlock("html", head .. "\n<tbody>\n" .. made .. "</tbody>\n</table>")
  end)
end

return fill
