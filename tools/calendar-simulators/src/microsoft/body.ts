/** An event's text as the service keeps it: HTML is wrapped into a document of its own. */
export function wrap(content: string): string {
  if (content === '' || /<html/i.test(content)) return content;
  return `<html><head>\r\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>\r\n${content}\r\n</body></html>`;
}

export function textToHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return wrap(escaped.replace(/\r?\n/g, '<br>\r\n'));
}

/** Says what a reader sees of HTML, near enough. */
export function htmlToText(content: string): string {
  return content
    .replace(/<head[\s\S]*?<\/head>/gi, '')
    .replace(/[\r\n]+/g, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}
