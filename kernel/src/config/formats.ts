import { defineFormats } from '@svc/config'
import ipaddr from 'ipaddr.js'

const parses = (fn: () => unknown): boolean => {
  try {
    fn()
    return true
  } catch {
    return false
  }
}

const listenAddress = (text: string): boolean => {
  const match = /^(\[[^\]]+\]|[^:\s]+):(\d{1,5})$/.exec(text)
  return match !== null && Number(match[2]) <= 65_535
}

const webAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}

/** An address that others are built from by appending a path. */
const baseAddress = (text: string): boolean => {
  if (!webAddress(text) || /[?#\s]/.test(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const baseWords = 'an http or https URL without user name, query and fragment'

/* The formats a schema of the server may name, each with the words of its error sentence. */
defineFormats({
  cidr: { description: 'an address range such as 10.0.0.0/8', check: (text) => parses(() => ipaddr.parseCIDR(text)) },
  ip: { description: 'an IP address', check: (text) => ipaddr.isValid(text) },
  listen: { description: 'an address and port such as 0.0.0.0:9527', check: listenAddress },
  timezone: {
    description: 'an IANA time zone such as Europe/Berlin',
    check: (text) => parses(() => Temporal.Now.zonedDateTimeISO(text)),
  },
  url: { description: 'an http or https URL', check: webAddress },
  'base-url': { description: baseWords, check: baseAddress },
  'base-url-or-empty': { description: `${baseWords}, or empty`, check: (text) => text === '' || baseAddress(text) },
  // an unset address
  'url-or-empty': { description: 'an http or https URL, or empty', check: (text) => text === '' || webAddress(text) },
})
