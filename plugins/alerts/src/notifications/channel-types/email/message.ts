import type { Email, OutgoingNotice } from '../../../contract.ts'
import { escapeMarkup } from '../body-format.ts'

const colors: Readonly<Record<OutgoingNotice['event'], string>> = {
  triggered: '#c2410c',
  resolved: '#15803d',
  recovered: '#15803d',
  test: '#525252',
}

/** Uses inline styles, because email clients ignore style sheets. */
const htmlOf = ({ event, title, text }: OutgoingNotice) =>
  `<!doctype html><html><body style="margin:0;padding:24px;font-family:sans-serif;color:#171717">
<div style="border-left:4px solid ${colors[event]};padding-left:16px">
<h1 style="margin:0 0 12px;font-size:18px;color:${colors[event]}">${escapeMarkup(title)}</h1>
<p style="margin:0;font-size:14px;line-height:1.5">${escapeMarkup(text).replaceAll('\n', '<br>\n')}</p>
</div></body></html>`

/** `Message-ID` of an email. */
export const messageIdOf = ({ id, from }: Pick<Email, 'id' | 'from'>): string =>
  `<${id}@${from.slice(from.indexOf('@') + 1)}>`

/** Mail programs show a message below the first one of its thread. */
function threadHeaders(from: string, { id, thread }: OutgoingNotice): Pick<Email, 'headers'> {
  if (!thread || thread.id === id) return {}
  const first = messageIdOf({ id: thread.id, from })
  return { headers: { 'In-Reply-To': first, References: first } }
}

export const messageOf = (from: string, to: readonly string[], notice: OutgoingNotice): Email => ({
  id: notice.id,
  from,
  to,
  subject: notice.title,
  text: `${notice.title}\n\n${notice.text}\n`,
  html: htmlOf(notice),
  ...threadHeaders(from, notice),
})
