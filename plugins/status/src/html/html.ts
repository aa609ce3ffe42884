import { escapeMarkup } from '../markdown.ts'

/** Markup that is safe to send: made by `html`, or sanitized before. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  if (part === false || part === null || part === undefined) return ''
  return escapeMarkup(String(part))
}

/** A template whose values are escaped, unless they are `Html`; lists are joined, and nothing is shown for `false` and null. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((string, index) => string + render(parts[index])).join(''))

/** Markup that its author sanitized. */
export const sanitized = (markup: string): Html => new Html(markup)

/** JSON inside a `<script type="application/json">`, which ends at the first `</script>` whatever is around it. */
export const jsonScript = (id: string, value: unknown): Html =>
  html`<script type="application/json" id="${id}">${new Html(JSON.stringify(value).replaceAll('<', '\\u003c'))}</script>`
