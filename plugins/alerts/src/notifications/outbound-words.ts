import type { OutboundError } from '@svc/plugin-system/contract'
import type { LocalizedText } from '../contract.ts'

const kinds: Readonly<Record<OutboundError['kind'], string>> = {
  refused: '不允许访问该地址',
  timeout: '对方未在规定时间内应答',
  too_large: '应答内容过长',
  failed: '对方没有应答',
}

/** Why a way out was closed. Where it leads to, and what the system calls the fault, is the same in every language. */
export const outboundWords = ({ kind, message, subject, code }: OutboundError): LocalizedText => ({
  en: message,
  zh: `${kinds[kind]}${subject ? `：${subject}` : ''}${code ? `（${code}）` : ''}`,
})
