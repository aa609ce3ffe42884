import { defineFormats } from '@svc/config'
import ipaddr from 'ipaddr.js'

const canParse = (fn: () => unknown): boolean => {
  try {
    fn()
    return true
  } catch {
    return false
  }
}

const isListenAddress = (text: string): boolean => {
  const match = /^(\[[^\]]+\]|[^:\s]+):(\d{1,5})$/.exec(text)
  return match !== null && Number(match[2]) <= 65_535
}

const isWebUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}

/** A URL to which paths are appended. */
const isBaseUrl = (text: string): boolean => {
  if (!isWebUrl(text) || /[?#\s]/.test(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const baseUrlDescription = 'an http or https URL without user name, query and fragment'

/* String formats for configuration schemas, with the description used in error messages. */
defineFormats({
  cidr: { description: 'an address range such as 10.0.0.0/8', check: (text) => canParse(() => ipaddr.parseCIDR(text)) },
  ip: { description: 'an IP address', check: (text) => ipaddr.isValid(text) },
  listen: { description: 'an address and port such as 0.0.0.0:9527', check: isListenAddress },
  timezone: {
    description: 'an IANA time zone such as Europe/Berlin',
    check: (text) => canParse(() => Temporal.Now.zonedDateTimeISO(text)),
  },
  url: { description: 'an http or https URL', check: isWebUrl },
  'base-url': { description: baseUrlDescription, check: isBaseUrl },
  'base-url-or-empty': {
    description: `${baseUrlDescription}, or empty`,
    check: (text) => text === '' || isBaseUrl(text),
  },
  'url-or-empty': { description: 'an http or https URL, or empty', check: (text) => text === '' || isWebUrl(text) },
})
