/** Returns the script tag for a site. `origin` is the address of the service, which serves the script too. */
export const snippetOf = (token: string, origin: string): string =>
  `<script async crossorigin src="${origin}/earshot.js" data-api-key="${token}" data-api-host="${origin}"></script>`
