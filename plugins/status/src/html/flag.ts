import { flagAddress } from '@svc/protocol/text'
import { type Html, html } from './html.ts'

/** The flag of a country, as decoration: the place is named beside it. */
export function flag(code: string | null): Html | false {
  const address = code === null ? undefined : flagAddress(code)
  return address !== undefined && html`<img class="flag" src="${address}" alt="" width="20" height="14" loading="lazy">`
}
