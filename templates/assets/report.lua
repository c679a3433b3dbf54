-- Turns the page sources' mark-up into HTML and Typst; both engines run this filter, after ledger.lua.
--
--   [12.3]{.num .recomputed key="..."}   a tagged number, linked to its ledger row (part="ci_low": an edge; said="...":
--                                        what a screen reader says); .simulated where its inputs are
--   [key]{.row key="..."}                the ledger row itself
--   [text]{.data}                        text that comes from a data file; no line ends inside a short name such as S3-1
--   [Table A2.1.]{.label #tbl-...}       the name with which a caption begins
--   [Table A2.1]{.ref href="..." to="..."} a reference to it: an address on the web, a label in the appendix
--   ::: untested                         an explanation that was not tested here, which this filter says
--   ::: banner / lead / halves / ...     blocks of the page
--
-- Metadata: `root` is the way from the page to the report folder; `rows: here` says that this document holds the
-- ledger rows that it cites, `rows: site` that they stand on the ledger pages.

local root, rows_here = ".", false

-- The anchor of a ledger row: the key with every sign that an id cannot hold written as .xx; no two keys share one.
local function anchor(key)
  return "row:" .. key:gsub("[^%w/_-]", function(c) return string.format(".%02x", c:byte()) end):gsub("/", ":")
end

local function html_escape(text)
  return (text:gsub("[&<>\"']", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }))
end

local function typst_string(text)
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

local function typst_words(text)
  return (khmer_marked(typst_text(text)):gsub("\1", "#khmer["):gsub("\2", "];"))
end

-- What has more signs than this without a blank may break anywhere; Khmer does so between its words by itself.
local UNBROKEN = 28
local function breakable(str)
  if #str.text < UNBROKEN then return nil end
  local out = pandoc.List()
  for plain, khmer in (khmer_marked(str.text) .. "\1\2"):gmatch("([^\1]*)\1([^\2]*)\2") do
    if (utf8.len(plain) or 0) >= UNBROKEN then
      out:insert(pandoc.RawInline("typst", "#long(" .. typst_string(plain) .. ");"))
    elseif plain ~= "" then
      out:insert(pandoc.Str(plain))
    end
    if khmer ~= "" then out:insert(pandoc.Str(khmer)) end
  end
  return out
end

-- A picture's address as a path.
local function path_of(address)
  return (address:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end))
end

local is_typst = FORMAT:match("typst") ~= nil
local is_html = FORMAT:match("html") ~= nil

local function tag_of(span)
  return span.classes:includes("shipped") and "shipped" or "recomputed"
end

local function number(span)
  local key, tag, part = span.attributes.key, tag_of(span), span.attributes.part
  local digits = pandoc.utils.stringify(span.content)
  if is_html then
    local study = key:match("^[^/]*")
    local page = rows_here and "" or (root .. "/" .. study .. "/90-ledger.html")
    local of = part and (' data-part="' .. html_escape(part) .. '"') or ""
    if span.classes:includes("simulated") then of = of .. ' data-inputs="simulated"' end
    local said = span.attributes.said or (digits .. ", " .. tag)
    return pandoc.RawInline("html", string.format(
      '<a class="num %s" href="%s#%s" data-key="%s"%s aria-label="%s">%s</a>',
      tag, html_escape(page), html_escape(anchor(key)), html_escape(key), of, html_escape(said), html_escape(digits)))
  elseif is_typst then
    local target = rows_here and (", to: " .. typst_string(anchor(key))) or ""
    local of = span.classes:includes("simulated") and ", simulated: true" or ""
    return pandoc.RawInline("typst", string.format("#num(%s, %s%s%s);", typst_string(tag), typst_string(digits), of, target))
  end
end

local inline_calls = { whole = "box", below = "below", beside = "quiet", missing = "missing", interval = "interval", data = "data", quiet = "quiet", standing = "quiet", leader = "leader", simulated = "ringed" }

-- Browsers and Typst end a line after a hyphen. Short names of data files stay whole, together with an asterisk that
-- follows; so do words with a digit or two capitals inside longer data.
local SHORT_NAME = 16

local function hyphenated(inline)
  return inline.t == "Str" and inline.text:find("[%w\128-\255]%-[%w\128-\255]") and utf8.len(inline.text) <= SHORT_NAME
end

local function is_asterisk(inline)
  return inline ~= nil and inline.t == "Span" and inline.classes:includes("quiet") and pandoc.utils.stringify(inline) == "*"
end

local function whole(inlines) return pandoc.Span(inlines, pandoc.Attr("", { "whole" })) end

local function is_data(inline)
  return inline.t == "Span" and inline.classes:includes("data") and not inline.classes:includes("row")
end

local function keep_names(inlines)
  if not inlines:find_if(is_data) then return nil end
  local out, n = pandoc.List(), 1
  while n <= #inlines do
    local inline = inlines[n]
    if is_data(inline) then
      if #inline.content == 1 and hyphenated(inline.content[1]) then
        local kept = { inline }
        if is_asterisk(inlines[n + 1]) then
          n = n + 1
          kept[2] = inlines[n]
        end
        inline = whole(kept)
      else
        inline.content = inline.content:map(function(part)
          return hyphenated(part) and (part.text:find("%d") or part.text:find("%u%u")) and whole({ part }) or part
        end)
      end
    end
    out:insert(inline)
    n = n + 1
  end
  return out
end

local function wrap_inline(name, content)
  local out = pandoc.List({ pandoc.RawInline("typst", "#" .. name .. "[") })
  out:extend(content)
  out:insert(pandoc.RawInline("typst", "];"))
  return out
end

function Span(span)
  if span.classes:includes("num") then return number(span) end
  if span.classes:includes("row") then
    local id = anchor(span.attributes.key)
    if is_html then
      span.identifier, span.attributes = id, {}
      return span
    elseif is_typst then
      return pandoc.RawInline("typst", string.format(
        "#row(%s, %s);", typst_string(id), typst_string(pandoc.utils.stringify(span.content))))
    end
  end
  if span.classes:includes("label") then
    if is_html then return pandoc.Strong({ span }) end
    if is_typst then
      return pandoc.RawInline("typst", string.format("#caption-label(%s, %s);",
        typst_string(pandoc.utils.stringify(span.content)), typst_string(span.identifier)))
    end
  end
  if span.classes:includes("ref") then
    local words = pandoc.utils.stringify(span.content)
    if is_html then
      return pandoc.RawInline("html", string.format(
        '<a class="ref" href="%s">%s</a>', html_escape(span.attributes.href), html_escape(words)))
    elseif is_typst then
      return pandoc.RawInline("typst", rows_here
        and string.format("#link(label(%s), %s);", typst_string(span.attributes.to), typst_string(words))
        or typst_words(words))
    end
  end
  if is_typst then
    for _, class in ipairs(span.classes) do -- the first that is a call
      local call = inline_calls[class]
      if call then return wrap_inline(call, class == "data" and span.content:walk({ Str = breakable }) or span.content) end
    end
  end
end

local block_calls = { banner = true, lead = true, legend = true, halves = true, half = true, small = true, dense = true, aside = true, tiny = true, untested = true, abstract = true, card = true, cards = true }
local UNTESTED = "Explanation, not tested here."

local function say_untested(div)
  local first = div.content[1]
  local mark = pandoc.Emph({ pandoc.Str(UNTESTED) })
  if first and (first.t == "Para" or first.t == "Plain") then
    first.content:insert(1, pandoc.Space())
    first.content:insert(1, mark)
  else
    div.content:insert(1, pandoc.Para({ mark }))
  end
end

function Div(div)
  local name = div.classes[1]
  if name == "untested" then say_untested(div) end
  if not is_typst then return name == "untested" and div or nil end
  if name == "contents" or name == "newpage" then return pandoc.RawBlock("typst", "#" .. name .. "();") end
  if not block_calls[name] then return nil end
  local out = pandoc.List({ pandoc.RawBlock("typst", name == "half" and "[" or ("#" .. name .. "(") .. (name == "halves" and "" or "[")) })
  out:extend(div.content)
  out:insert(pandoc.RawBlock("typst", name == "half" and "]," or (name == "halves" and "" or "]") .. ");"))
  return out
end

local function has_leader(row)
  local found = false
  pandoc.walk_block(pandoc.Div(row.cells[1].contents), {
    Span = function(span) if span.classes:includes("leader") then found = true end end,
    RawInline = function(raw) if raw.text == "#leader[" then found = true end end,
  })
  return found
end

-- The text of a cell; numbers and rows are Typst calls by now: a number shows its second string, which the address of
-- its row may follow, a row shows its last. The reason for a missing value may wrap and claims no more width than two
-- short words.
local BRIEF = 9
local function cell_text(blocks)
  local words, missing = {}, false
  pandoc.walk_block(pandoc.Div(blocks), {
    Str = function(str) words[#words + 1] = str.text end,
    RawInline = function(raw)
      if raw.text == "#missing[" then missing = true end
      words[#words + 1] = raw.text:match('^#num%("[^"]*", "([^"]*)"') or raw.text:match('"([^"]*)"%)')
    end,
  })
  local text = table.concat(words, " ")
  return missing and utf8.len(text) > BRIEF and "" or text
end

-- Columns share the width in the measure of their longest cell; short numbers beside long words take what they need.
local LONG, LONG_NAME, LONGEST, SHORT, WORD = 26, 40, 90, 16, 22

local function typst_columns(tbl)
  local longest = {}
  for n = 1, #tbl.colspecs do longest[n] = 0 end
  for _, body in ipairs(tbl.bodies) do
    for _, row in ipairs(body.body) do
      for n, cell in ipairs(row.cells) do
        local length = utf8.len(cell_text(cell.contents)) or 0
        if length > longest[n] then longest[n] = length end
      end
    end
  end
  local words, long = false, {}
  for n, spec in ipairs(tbl.colspecs) do
    long[n] = spec[1] ~= "AlignRight" and longest[n] > (n == 1 and LONG_NAME or LONG)
    words = words or long[n]
  end
  local widths = {}
  for n, spec in ipairs(tbl.colspecs) do
    local share = string.format("%dfr", math.max(math.min(longest[n], LONGEST), SHORT))
    if words then
      widths[n] = (spec[1] == "AlignRight" or longest[n] <= (n == 1 and LONG or WORD)) and "auto" or share
    else
      widths[n] = n > 1 and spec[1] == "AlignRight" and share or "auto"
    end
  end
  return "(" .. table.concat(widths, ", ") .. ",)"
end

-- Words of letters and digits alone are what they are.
local function literal(str)
  return str.text:find("[^%w,]") and pandoc.RawInline("typst", typst_words(str.text)) or nil
end

-- Rows of the ledger are entries, in columns of the page: a table of thousands would be mostly air, and is what Typst takes
-- longest for. A number there is in its own row and leads nowhere.
local function is_of_ledger(tbl)
  local row = tbl.bodies[1] and tbl.bodies[1].body[1]
  local inlines = row and pandoc.utils.blocks_to_inlines(row.cells[1].contents) or {}
  return #inlines == 1 and inlines[1].t == "RawInline" and inlines[1].text:match("^#row%(") ~= nil
end

local function typst_entries(text)
  local rows = text:match("table%.hline%(%),\n(.-)\n  %)%]")
  return (rows:gsub("[^\n]+", function(row)
    return "#entry(" .. row:match("^ *(.-),?$"):gsub('(#num%("[^"]*", "[^"]*"[%a:, ]-), to: "[^"]*"%);', "%1);") .. ");"
  end))
end

local function typst_table(tbl)
  local columns, entries = typst_columns(tbl), is_of_ledger(tbl)
  local text = pandoc.write(pandoc.Pandoc({ tbl:walk({ Str = literal }) }), "typst", { wrap_text = "wrap-none", columns = 10000 })
  if entries then return pandoc.RawBlock("typst", typst_entries(text)) end
  text = text:gsub("columns: %d+", "columns: " .. columns, 1):gsub("align%(center%)%[#table%(", "align(left)[#table(", 1)
  return pandoc.RawBlock("typst", text)
end

-- A table is called by the label of its caption.
local function named_by(caption)
  local id
  pandoc.walk_block(pandoc.Plain(caption), {
    Span = function(span) if span.classes:includes("label") then id = span.identifier end end,
  })
  return id and ('aria-labelledby="' .. html_escape(id) .. '"') or 'aria-label="Table"'
end

function Table(tbl)
  for n, spec in ipairs(tbl.colspecs) do tbl.colspecs[n] = { spec[1], nil } end -- widths follow the content
  for _, body in ipairs(tbl.bodies) do
    for _, row in ipairs(body.body) do
      if has_leader(row) then
        row.attr.classes:insert("leader")
        if is_typst then
          for _, cell in ipairs(row.cells) do cell.attr.attributes["typst:fill"] = "tint" end
        end
      end
    end
  end
  if is_html then
    if rows_here then tbl.attr.classes:insert("ledger") end -- long: its columns have widths of their own
    -- The caption stands outside the frame that scrolls, so that a phone shows all of it.
    local caption = pandoc.utils.blocks_to_inlines(tbl.caption.long)
    tbl.caption = { long = {} }
    local out = pandoc.List({ pandoc.RawBlock("html", '<figure class="tabled">') })
    if #caption > 0 then
      out:insert(pandoc.RawBlock("html", "<figcaption>"))
      out:insert(pandoc.Plain(caption))
      out:insert(pandoc.RawBlock("html", "</figcaption>"))
    end
    out:insert(pandoc.RawBlock("html", '<div class="table-frame" tabindex="0" role="region" ' .. named_by(caption) .. ">"))
    out:insert(tbl)
    out:insert(pandoc.RawBlock("html", "</div></figure>"))
    return out
  end
  return typst_table(tbl)
end

local function figure(image, caption)
  -- Where a figure has a caption, Pandoc makes the alt attribute the image's own text.
  local alt = image.attributes.alt or pandoc.utils.stringify(image.caption)
  if is_html then
    local out = pandoc.List({ pandoc.RawBlock("html", string.format(
      '<figure class="drawn"><div class="picture-frame" tabindex="0"><img src="%s" alt="%s"></div>', html_escape(image.src), html_escape(alt))) })
    if #caption > 0 then
      out:insert(pandoc.RawBlock("html", "<figcaption>"))
      out:insert(pandoc.Plain(caption))
      out:insert(pandoc.RawBlock("html", "</figcaption>"))
    end
    out:insert(pandoc.RawBlock("html", "</figure>"))
    return out
  elseif is_typst then
    local out = pandoc.List({ pandoc.RawBlock("typst", string.format(
      "#drawn(image(%s, alt: %s), [", typst_string(path_of(image.src)), typst_string(alt))) })
    if #caption > 0 then out:insert(pandoc.Plain(caption)) end
    out:insert(pandoc.RawBlock("typst", "]);"))
    return out
  end
end

function Figure(fig)
  local image
  pandoc.walk_block(pandoc.Div(fig.content), { Image = function(found) image = found end })
  if not image then return nil end
  return figure(image, pandoc.utils.blocks_to_inlines(fig.caption.long))
end

function Meta(meta)
  root = meta.root and pandoc.utils.stringify(meta.root) or "."
  rows_here = meta.rows ~= nil and pandoc.utils.stringify(meta.rows) == "here"
end

-- A picture without a caption. Pandoc would leave its alt text out of the PDF, and Quarto would run marks in it.
local function picture(image)
  local alt = image.attributes.alt or pandoc.utils.stringify(image.caption)
  if is_typst then
    return pandoc.RawInline("typst", string.format(
      "#box(image(%s, alt: %s));", typst_string(path_of(image.src)), typst_string(alt)))
  elseif is_html then
    return pandoc.RawInline("html", string.format(
      '<img class="drawn" src="%s" alt="%s">', html_escape(image.src), html_escape(alt)))
  end
end

-- A file that stands beside this filter.
local function beside(name)
  return quarto and quarto.utils.resolve_path(name) or (PANDOC_SCRIPT_FILE:match("^(.*)[/\\]") or ".") .. "/" .. name
end

-- The list of what is cited stands in the order of the bibliography.
local function listed(div, bibliography)
  if div.identifier ~= "refs" then return nil end
  local file, places, count = assert(io.open(bibliography, "r")), {}, 0
  for key in file:read("a"):gmatch("%f[@]@%a+{%s*([^,%s]+)") do
    count = count + 1
    places["ref-" .. key] = places["ref-" .. key] or count
  end
  file:close()
  local entries = div.content:filter(function(entry) return entry.t == "Div" and places[entry.identifier] ~= nil end)
  if #entries < #div.content then return nil end -- somebody wrote into it
  entries:sort(function(a, b) return places[a.identifier] < places[b.identifier] end)
  div.content = entries
  return div
end

-- Citations are filled in here, because Quarto leaves those of a PDF to Typst, which would set them in its own way.
local function cite(doc)
  local cites = false
  doc:walk({ Cite = function() cites = true end })
  if not cites then return nil end
  -- The entries that a page cites will do: to read all of them takes longer than to make the page.
  local facts = doc.meta.facts and pandoc.utils.stringify(doc.meta.facts)
  local bibliography = facts and facts .. "/references.bib" or beside("references.bib")
  doc.meta.bibliography, doc.meta.csl, doc.meta["link-citations"] = bibliography, beside("citations.csl"), true
  doc = pandoc.utils.citeproc(doc)
  doc.meta.bibliography, doc.meta.csl, doc.meta["link-citations"] = nil, nil, nil
  return doc:walk({
    Cite = function(c) return pandoc.Span(c.content, pandoc.Attr("", { "citation" })) end,
    Div = function(div) return listed(div, bibliography) end,
  })
end

local last = { Image = picture, Str = is_typst and literal or nil }

return { { Meta = Meta }, { Pandoc = cite }, { Inlines = keep_names }, { Span = Span }, { Table = Table, Figure = Figure, Div = Div }, last }
