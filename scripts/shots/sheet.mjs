const looks = ['light-wide', 'dark-wide', 'chinese', 'light-phone', 'dark-phone']

const style = `
  body { margin: 2rem; font: 14px system-ui, sans-serif; background: #e8eaed; color: #15191e }
  section > div { display: flex; gap: 1rem; overflow-x: auto; padding-bottom: 1rem; align-items: flex-start }
  figure { margin: 0; flex: none } img { height: 420px; border: 1px solid #c4c9cf; border-radius: 6px; display: block }
  figcaption { color: #5a6470; padding-top: .25rem } nav { columns: 5 12rem; margin-bottom: 2rem }`

/**
 * The pages and looks of pictures named `<page>-<look>.png`; other pictures are left out.
 * @param {readonly string[]} pictures
 * @returns {Map<string, string[]>}
 */
export function byPage(pictures) {
  /** @type {Map<string, string[]>} */
  const pages = new Map()
  for (const picture of pictures.toSorted()) {
    const look = looks.find((one) => picture.endsWith(`-${one}.png`))
    if (!look) continue
    const page = picture.slice(0, -`-${look}.png`.length)
    pages.set(page, [...(pages.get(page) ?? []), look])
  }
  for (const found of pages.values()) found.sort((a, b) => looks.indexOf(a) - looks.indexOf(b))
  return pages
}

/**
 * One HTML page with all pictures, which are beside it.
 * @param {readonly string[]} pictures
 */
export function sheetOf(pictures) {
  const pages = [...byPage(pictures)]
  const links = pages.map(([page]) => `<a href="#${page}">${page}</a><br>`).join('')
  const sections = pages.map(([page, found]) => {
    const figures = found.map((look) => {
      const file = `${page}-${look}.png`
      return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${page}, ${look}"></a><figcaption>${look}</figcaption></figure>`
    })
    return `<section id="${page}"><h2>${page}</h2><div>${figures.join('')}</div></section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>svc: pages</title><style>${style}</style><h1>Pages</h1><nav>${links}</nav>${sections.join('')}</html>\n`
}
