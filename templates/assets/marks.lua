-- Marks that more than one filter writes: text, numbers and addresses as HTML and as Typst. A module, and no filter.

local marks = {}

-- The anchor of a ledger row: the key with every sign that an id cannot hold written as .xx; no two keys share one.
local anchors = {}
function marks.anchor(key)
  if not anchors[key] then
    anchors[key] = "row:" .. key:gsub("[^%w/_-]", function(c) return string.format(".%02x", c:byte()) end):gsub("/", ":")
  end
  return anchors[key]
end

-- For an attribute; text between tags needs less. Most text needs nothing, which is found faster than replaced.
function marks.html_escape(text)
  if not text:find("[&<>\"']") then return text end
  return (text:gsub("[&<>\"']", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }))
end

function marks.html_text(text)
  if not text:find("[&<>]") then return text end
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

function marks.typst_string(text)
  if not text:find('[\\"{]') then return '"' .. text .. '"' end
  -- Quarto runs what looks like its own marks, even inside code.
  return '"' .. text:gsub("\\", "\\\\"):gsub('"', '\\"'):gsub("{", "\\u{7b}") .. '"'
end

-- Text as Typst shows it sign by sign: no list at the start of a bracket, no dash, ellipsis, minus or soft hyphen.
local function typst_text(text)
  return (text:gsub("[\\#$%%&*_`<>@=+/~.;'\"%[%]{}|^!?-]", "\\%0"):gsub("\u{a0}", "~"))
end

-- The same with Khmer in its own font. Each run is marked here, since Typst gives up after some five hundred matches of a
-- show rule in one paragraph, which a long transcript has.
local KHMER = { "\xE1[\x9E\x9F][\x80-\xBF]", "\xE1\xA7[\xA0-\xBF]" } -- U+1780 to 17FF, U+19E0 to 19FF
local function khmer_marked(text)
  for _, sign in ipairs(KHMER) do text = text:gsub(sign, "\1%0\2") end
  return (text:gsub("\2\1", ""))
end

function marks.typst_words(text)
  return (khmer_marked(typst_text(text)):gsub("\1", "#khmer["):gsub("\2", "];"))
end

-- What has more signs than this without a blank may break anywhere; Khmer does so between its words by itself.
local UNBROKEN = 28

-- A word as its parts: those that may break anywhere, and others. Nothing for a word that is not long.
function marks.breakable(word)
  if #word < UNBROKEN then return nil end
  local parts = {}
  for plain, khmer in (khmer_marked(word) .. "\1\2"):gmatch("([^\1]*)\1([^\2]*)\2") do
    local long = (utf8.len(plain) or 0) >= UNBROKEN
    if plain ~= "" then parts[#parts + 1] = { text = plain, typst = long and "#long(" .. marks.typst_string(plain) .. ");" } end
    if khmer ~= "" then parts[#parts + 1] = { text = khmer } end
  end
  return parts
end

-- Browsers and Typst end a line after a hyphen. Short names of data files stay whole; so do words with a digit or two
-- capitals inside longer data.
local SHORT_NAME = 16

function marks.hyphenated(word)
  return word:find("[%w\128-\255]%-[%w\128-\255]") ~= nil and utf8.len(word) <= SHORT_NAME
end

function marks.named(word)
  return marks.hyphenated(word) and (word:find("%d") or word:find("%u%u")) ~= nil
end

-- The ledger key that a span names.
function marks.key_of(span)
  local key = span.attributes.key
  if not key or key == "" then
    -- An error of Lua would be told with the way through the filters, which says nothing to who wrote the page.
    io.stderr:write("a number names no ledger row: [" .. pandoc.utils.stringify(span.content)
      .. ']{.num}; write it as [12.3]{.num .recomputed key="<key in ledger.csv>"}\n')
    os.exit(1)
  end
  return key
end

-- A number: `page` is that of its ledger row, nothing where the row stands on the same; `said` is what a screen reader says.
function marks.html_number(of)
  return string.format('<a class="num %s" href="%s#%s" data-key="%s"%s%s aria-label="%s">%s</a>',
    of.tag, marks.html_escape(of.page), marks.html_escape(marks.anchor(of.key)), marks.html_escape(of.key),
    of.part and (' data-part="' .. marks.html_escape(of.part) .. '"') or "",
    of.simulated and ' data-inputs="simulated"' or "", marks.html_escape(of.said), marks.html_escape(of.digits))
end

-- A number that leads to its row where the document holds that, and `links`.
function marks.typst_number(of)
  return string.format("#num(%s, %s%s%s);", marks.typst_string(of.tag), marks.typst_string(of.digits),
    of.simulated and ", simulated: true" or "", of.links and (", to: " .. marks.typst_string(marks.anchor(of.key))) or "")
end

return marks
