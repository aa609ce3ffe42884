import { type CodedText, text } from '@svc/plugin-sdk'
import { escapeMarkup } from '../markdown.ts'

export type Action = 'confirm' | 'unsubscribe'

/** No scripts; the button posts to this service. */
export const formPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'unsafe-inline'"

const questions: Readonly<Record<Action, { readonly title: CodedText; readonly button: CodedText }>> = {
  confirm: { title: text('status.CONFIRM_QUESTION'), button: text('status.CONFIRM') },
  unsubscribe: { title: text('status.UNSUBSCRIBE_QUESTION'), button: text('status.UNSUBSCRIBE') },
}
export const results = {
  confirm: text('status.CONFIRMED'),
  unsubscribe: text('status.UNSUBSCRIBED'),
  subscribe: text('status.CONFIRMATION_SENT'),
} as const

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif}
main{max-width:28rem;padding:2rem;text-align:center}h1{font-size:1.25rem}button{font:inherit;padding:.6rem 1.4rem;border:0;border-radius:.5rem;
color:#fff;background:#1d4ed8;cursor:pointer}button:focus-visible{outline:3px solid #93c5fd}`

const page = (language: string, title: string, body: string) => `<!doctype html>
<html lang="${escapeMarkup(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeMarkup(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>
`

interface Options {
  readonly language: string
  readonly pageTitle: string
  textOf(text: CodedText): string
}

/** The question of a link in a message. A program that only opens links, such as a mail scanner, changes nothing. */
export function questionPage(action: Action, token: string, { language, pageTitle, textOf }: Options): string {
  const { title, button } = questions[action]
  return page(
    language,
    pageTitle,
    `<h1>${escapeMarkup(pageTitle)}</h1><p>${escapeMarkup(textOf(title))}</p>
<form method="post" action="/api/status/subscriptions/${action}?token=${encodeURIComponent(token)}">
<button>${escapeMarkup(textOf(button))}</button></form>`,
  )
}

/** The end of a form that was sent without scripts. */
export const resultPage = (message: CodedText, { language, pageTitle, textOf }: Options): string =>
  page(
    language,
    pageTitle,
    `<h1>${escapeMarkup(pageTitle)}</h1><p>${escapeMarkup(textOf(message))}</p><p><a href="/status">${escapeMarkup(
      textOf(text('status.BACK')),
    )}</a></p>`,
  )
