import { escapeMarkup } from '../markdown.ts'
import type { OverallState } from '../status-schema.ts'

/** The only page of this service that others may frame. It runs no scripts. */
export const embedPolicy = "default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; frame-ancestors *"

const colors: Readonly<Record<OverallState, string>> = {
  operational: '#16a34a',
  maintenance: '#2563eb',
  degraded: '#ca8a04',
  outage: '#dc2626',
  unknown: '#737373',
}

interface Shown {
  readonly language: string
  readonly title: string
  readonly state: OverallState
  readonly stateText: string
  readonly detail: string
}

/** The overall state in a frame of other pages. */
export const renderEmbed = ({ language, title, state, stateText, detail }: Shown): string => `<!doctype html>
<html lang="${escapeMarkup(language)}"><head><meta charset="utf-8"><meta http-equiv="refresh" content="60">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeMarkup(title)}</title>
<style>
:root{color-scheme:light dark}
body{margin:0;font:14px/1.4 system-ui,sans-serif}
a{display:flex;gap:10px;align-items:center;padding:10px 14px;border:1px solid light-dark(#d4d4d4,#404040);border-radius:8px;
color:light-dark(#171717,#fafafa);background:light-dark(#fff,#171717);text-decoration:none}
a:focus-visible{outline:2px solid ${colors[state]};outline-offset:-2px}
i{flex:none;width:12px;height:12px;border-radius:50%;background:${colors[state]}}
span{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
small{display:block;color:light-dark(#525252,#a3a3a3)}
</style></head>
<body><a href="/status" target="_blank" rel="noopener"><i></i><span><strong>${escapeMarkup(stateText)}</strong><small>${escapeMarkup(
  detail === '' ? title : `${title} · ${detail}`,
)}</small></span></a></body></html>
`
