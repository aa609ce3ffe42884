import { text as textOf } from '@svc/plugin-sdk'
import type { ChannelType } from '../../contract.ts'
import { type HttpRequest, requireSuccess, stringMember } from '../http-request.ts'
import { truncate } from '../render.ts'
import { makeConfigReader } from './config-reader.ts'

interface BarkConfig {
  readonly server_url: string
  readonly device_key: string
}

const key = /^[A-Za-z0-9_-]{1,128}$/
/** Percent-encoding can make the text nine times longer, and servers limit the length of URLs. */
const maxLength = { title: 100, text: 500 }

/** Sends push notifications to iPhones through the Bark app. */
export const makeBark = (request: HttpRequest): ChannelType => ({
  type: 'bark',
  name: textOf('alerts.BARK'),
  secrets: ['device_key'],
  destination: ({ server_url }) => String(server_url),

  parse(input) {
    const config = makeConfigReader(input)
    const url = config.httpUrl('server_url', config.line('server_url', 2048))
    if (url.search || url.hash) throw config.fail('server_url', 'alerts.URL_QUERY')
    const device_key = config.line('device_key', 128)
    if (!key.test(device_key)) throw config.fail('device_key', 'alerts.DEVICE_KEY')
    return { server_url: url.href.replace(/\/+$/, ''), device_key }
  },

  async deliver(stored, { title, text }, signal) {
    const { server_url, device_key } = stored as unknown as BarkConfig
    const segments = [device_key, truncate(title, maxLength.title), truncate(text, maxLength.text)].map(
      encodeURIComponent,
    )
    const response = await request(`${server_url}/${segments.join('/')}`, { signal })
    requireSuccess(textOf('alerts.BARK_SERVER'), response, stringMember(response, 'message'))
  },
})
