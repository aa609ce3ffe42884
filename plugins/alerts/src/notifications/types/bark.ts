import type { ChannelType } from '../../contract.ts'
import { beginning } from '../beginning.ts'
import { readConfig } from '../config-fields.ts'
import { type Ask, demandSuccess, memberOf } from '../http-answer.ts'

interface BarkConfig {
  readonly server_url: string
  readonly device_key: string
}

const key = /^[A-Za-z0-9_-]{1,128}$/
/** characters; percent-encoded ninefold they still fit into an address that servers take */
const longest = { title: 100, text: 500 }

/** Pushes to an iPhone through the Bark app. */
export const makeBark = (ask: Ask): ChannelType => ({
  type: 'bark',
  name: { en: 'Bark', zh: 'Bark' },
  secrets: ['device_key'],
  destination: ({ server_url }) => String(server_url),

  parse(given) {
    const config = readConfig(given)
    const url = config.httpUrl('server_url', config.line('server_url', 2048))
    if (url.search || url.hash) throw config.fail('server_url', 'must not contain a query string or fragment')
    const device_key = config.line('device_key', 128)
    if (!key.test(device_key))
      throw config.fail('device_key', 'may contain only letters, digits, hyphens and underscores')
    return { server_url: url.href.replace(/\/+$/, ''), device_key }
  },

  async deliver(stored, { title, text }, signal) {
    const { server_url, device_key } = stored as unknown as BarkConfig
    const parts = [device_key, beginning(title, longest.title), beginning(text, longest.text)].map(encodeURIComponent)
    const answer = await ask(`${server_url}/${parts.join('/')}`, { signal })
    demandSuccess({ en: 'the Bark server', zh: 'Bark 服务器' }, answer, memberOf(answer, 'message'))
  },
})
