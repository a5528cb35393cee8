const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const listAfterKey = /\s*:\s*\[/y;

/**
 * Cuts a batch in JSON into the texts of its events without parsing it, so that each is parsed by
 * itself and one that is too long not at all. `rest` is the batch with an empty list in their
 * place. Whether the texts are JSON is for the parser to find. Stops after `most` events.
 */
export function cutBatch(text: string, most: number): { rest: string; events: string[] } {
  const events: string[] = [];
  let [depth, listAt, eventAt] = [0, -1, -1];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfText(text, at);
      const isKey = depth === 1 && listAt < 0 && text.slice(at, end) === '"events"';
      listAfterKey.lastIndex = end;
      at = end - 1;
      if (!isKey || !listAfterKey.test(text)) continue;
      [depth, listAt, eventAt] = [2, listAfterKey.lastIndex, listAfterKey.lastIndex];
      at = listAt - 1;
    } else if (code === openList || code === openObject) {
      depth++;
    } else if (code === closeList || code === closeObject) {
      depth--;
      if (listAt < 0 || depth !== 1) continue;
      const last = text.slice(eventAt, at);
      if (events.length > 0 || last.trim() !== '') events.push(last);
      return { rest: text.slice(0, listAt) + text.slice(at), events };
    } else if (code === comma && depth === 2 && listAt >= 0) {
      events.push(text.slice(eventAt, at));
      eventAt = at + 1;
      if (events.length > most) break;
    }
  }
  return { rest: text, events };
}

/** Returns the place behind the quote that ends a text. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; ) {
    const end = text.indexOf('"', at);
    if (end < 0) break;
    let before = end - 1;
    while (before > start && text.charCodeAt(before) === backslash) before--;
    if ((end - before) % 2 === 1) return end + 1;
    at = end + 1;
  }
  return text.length;
}
