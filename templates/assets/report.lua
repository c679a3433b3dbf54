-- Turns the page sources' mark-up into HTML and Typst; both engines run this filter, after ledger.lua.
--
--   [12.3]{.num .recomputed key="..."}   a tagged number, linked to its ledger row (part="ci_low": an edge; said="...":
--                                        what a screen reader says); .simulated where its inputs are
--   [text]{.data}                        text that comes from a data file; no line ends inside a short name such as S3-1
--   [[S3-1]{.data}[\\*]{.quiet}]{.starred}  a name with an asterisk that stays with it
--   [Table A2.1.]{.label #tbl-...}       the name with which a caption begins
--   [Table A2.1]{.ref href="..." to="..."} a reference to it: an address on the web, a label in the appendix
--   ::: untested                         an explanation that was not tested here, which this filter says
--   ::: banner / lead / halves / ...     blocks of the page
--   ::: {.ledger study="..."}            the rows of a ledger; see rows.lua
--
-- Metadata: `root` is the way from the page to the report folder; `rows: here` says that this document holds the
-- ledger rows that it cites, `rows: site` that they stand on the ledger pages; `part` that others stand before and after.

local metadata, root, rows_here = {}, ".", false

-- A file that stands beside this filter.
local function beside(name)
  return quarto and quarto.utils.resolve_path(name) or (PANDOC_SCRIPT_FILE:match("^(.*)[/\\]") or ".") .. "/" .. name
end
local known, marks = dofile(beside("known.lua")), dofile(beside("marks.lua"))
local html_escape, typst_string, typst_words = marks.html_escape, marks.typst_string, marks.typst_words

-- A long word may break in its parts.
local function breakable(str)
  local parts = marks.breakable(str.text)
  if not parts then return nil end
  local out = pandoc.List()
  for _, part in ipairs(parts) do
    out:insert(part.typst and pandoc.RawInline("typst", part.typst) or pandoc.Str(part.text))
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
  local key, digits = marks.key_of(span), pandoc.utils.stringify(span.content)
  known.cited[key] = true
  local of = { key = key, tag = tag_of(span), digits = digits, simulated = span.classes:includes("simulated") }
  if is_html then
    of.page, of.part = rows_here and "" or (root .. "/" .. key:match("^[^/]*") .. "/90-ledger.html"), span.attributes.part
    of.said = span.attributes.said or (digits .. ", " .. of.tag)
    return pandoc.RawInline("html", marks.html_number(of))
  elseif is_typst then
    of.links = rows_here
    return pandoc.RawInline("typst", marks.typst_number(of))
  end
end

local inline_calls = { whole = "box", below = "below", beside = "quiet", missing = "missing", interval = "interval", data = "data", quiet = "quiet", standing = "quiet", leader = "leader", simulated = "ringed" }

local function wrap_inline(name, content)
  local out = pandoc.List({ pandoc.RawInline("typst", "#" .. name .. "[") })
  out:extend(content)
  out:insert(pandoc.RawInline("typst", "];"))
  return out
end

local function whole(inlines)
  return is_typst and wrap_inline("box", inlines) or { pandoc.Span(inlines, pandoc.Attr("", { "whole" })) }
end

-- Text of data with the names in it whole.
local function with_names(inlines)
  local out = pandoc.List()
  for _, inline in ipairs(inlines) do
    local named = inline.t == "Str" and marks.named(inline.text)
    out:extend(named and whole({ inline }) or { inline })
  end
  return pandoc.Inlines(out)
end

-- A name with the asterisk behind it, which stays with a name that is whole.
local function starred(content)
  local first = content[1]
  if is_html and first.t == "Span" and first.classes:includes("whole") then
    for n = 2, #content do first.content:insert(content[n]) end
    return first
  elseif is_typst and first.t == "RawInline" and first.text == "#box[" then
    local star = 3 -- "#quiet[", the asterisk, "];"
    content:insert(table.remove(content, #content - star))
  end
  return content
end

function Span(span)
  if span.classes:includes("num") then return number(span) end
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
  if span.classes:includes("starred") then return starred(span.content) end
  local is_data, first = span.classes:includes("data"), span.content[1]
  local alone = is_data and #span.content == 1 and first.t == "Str" and marks.hyphenated(first.text)
  if is_data and not alone then span.content = with_names(span.content) end
  if is_typst then
    for _, class in ipairs(span.classes) do -- the first that is a call
      local call = inline_calls[class]
      if call then
        local made = wrap_inline(call, class == "data" and span.content:walk({ Str = breakable }) or span.content)
        return alone and whole(made) or made
      end
    end
  end
  if is_data then return alone and whole({ span }) or span end
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

-- The text of a cell; numbers are Typst calls by now and show their second string, which the address of the row may
-- follow; words in other calls are the last string there. The reason for a missing value may wrap and claims no more
-- width than two short words.
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

local function typst_table(tbl)
  local columns = typst_columns(tbl)
  local text = pandoc.write(pandoc.Pandoc({ tbl:walk({ Str = literal }) }), "typst", { wrap_text = "wrap-none", columns = 10000 })
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
  metadata = meta
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
  local cites, lists = false, false
  doc:walk({
    Cite = function() cites = true end,
    Div = function(div) lists = lists or div.identifier == "refs" end,
  })
  if not cites and not (lists and doc.meta.part) then return nil end
  -- The entries that a page cites will do: to read all of them takes longer than to make the page.
  local facts = doc.meta.facts and pandoc.utils.stringify(doc.meta.facts)
  local bibliography = facts and facts .. "/references.bib" or beside("references.bib")
  local given = { bibliography = bibliography, csl = beside("citations.csl"), ["link-citations"] = true }
  if doc.meta.part then
    -- The other parts cite the rest of these entries: they are told apart by them, and listed with them in one part.
    given.nocite = pandoc.MetaInlines({ pandoc.Cite({ pandoc.Str("@*") }, { pandoc.Citation("*", "NormalCitation") }) })
  end
  for name, value in pairs(given) do doc.meta[name] = value end
  doc = pandoc.utils.citeproc(doc)
  for name in pairs(given) do doc.meta[name] = nil end
  return doc:walk({
    Cite = function(c) return pandoc.Span(c.content, pandoc.Attr("", { "citation" })) end,
    Div = function(div)
      if div.identifier == "refs" and not lists and doc.meta.part then return {} end
      return listed(div, bibliography)
    end,
  })
end

local last = { Image = picture, Str = is_typst and literal or nil }

-- The rows of a ledger come last: every step passes all that stands in a document on to the next.
local fill = assert(loadfile(beside("rows.lua")))(known, marks)
local function rows(div)
  if not div.classes:includes("ledger") then return nil end
  known.read(metadata)
  return fill(div)
end

return {
  { Meta = Meta }, { Pandoc = cite }, { Span = Span },
  { Table = Table, Figure = Figure, Div = Div }, last, { Div = rows },
}
