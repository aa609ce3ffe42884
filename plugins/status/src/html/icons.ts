import { type Html, html, sanitized } from './html.ts'

/** Each state has a shape of its own, because colors alone do not tell states apart. */
const shapes = {
  ok: '<circle cx="8" cy="8" r="7"/><path class="cut" d="m4.8 8.3 2.2 2.2 4.2-4.7"/>',
  maintenance: '<rect x="1.5" y="1.5" width="13" height="13" rx="3.5"/><path class="cut" d="M8 4.5V8l2.6 1.8"/>',
  degraded: '<path d="M8 1.2 15.4 14.4H.6z"/><path class="cut" d="M8 6v4m0 1.7v.6"/>',
  down: '<path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z"/><path class="cut" d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2"/>',
  unknown: '<circle class="ring" cx="8" cy="8" r="6"/><path class="ring" d="M5.5 8h5"/>',
} as const

/** How something is. */
export type Mark = keyof typeof shapes

/** The definitions that `icon` refers to, once in each document. */
export const iconSheet: Html = html`<svg class="sheet" aria-hidden="true">${Object.entries(shapes).map(
  ([name, shape]) => html`<symbol id="i-${name}" viewBox="0 0 16 16">${sanitized(shape)}</symbol>`,
)}</svg>`

/** A state; `label` is read out, without it the words are beside the icon. */
export const icon = (mark: Mark, label?: string): Html =>
  html`<svg class="icon is-${mark}" viewBox="0 0 16 16"${
    label === undefined ? html` aria-hidden="true"` : html` role="img" aria-label="${label}"`
  }><use href="#i-${mark}"/></svg>`
