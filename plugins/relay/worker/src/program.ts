import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Variables } from './config.ts'
import { makeHttp2Send } from './http2-send.ts'
import { makeNodeServer } from './node-server.ts'
import { makeRelay } from './relay.ts'

export const usage = `Usage: svc-push-relay

Forwards encrypted notifications of svc servers to Apple's push service. Settings are environment variables:

  APNS_TEAM_ID, APNS_KEY_ID   the publisher, 10 characters each
  APNS_TOPIC                  bundle id of the main app
  APNS_PRIVATE_KEY            PKCS#8 PEM of the publisher's key
  APNS_ENVIRONMENTS           sandbox, production, or both separated by a comma (the default)
  RELAY_LISTEN                address and port, by default 127.0.0.1:8080
  RELAY_SOURCE_HEADER         header in which your reverse proxy puts the address of the sender
  RELAY_MAX_PER_MINUTE, RELAY_MAX_PER_SOURCE, RELAY_MAX_PER_TARGET, RELAY_MAX_CONCURRENT, RELAY_MAX_TRACKED
                              limits of this instance, by default 600, 120, 60, 32 and 4096
`

/** Address and port of `host:port`; throws a sentence. */
function readListen(value: unknown = '127.0.0.1:8080'): { readonly host: string; readonly port: number } {
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(String(value)) ?? []
  if (!host || Number(port) > 65_535)
    throw new Error('RELAY_LISTEN must be an address and a port, such as 127.0.0.1:8080')
  return { host, port: Number(port) }
}

/** Starts the relay; `provider` puts another server in the place of the push service, for tests. */
export async function startRelay(variables: Variables, provider?: Parameters<typeof makeHttp2Send>[0]) {
  const { send, close: closeConnections } = makeHttp2Send(provider)
  const log = (entry: object) => console.log(JSON.stringify({ time: new Date().toISOString(), ...entry }))
  const { RELAY_SOURCE_HEADER: header } = variables
  const relay = makeRelay({ variables, send, log })
  const server = makeNodeServer({
    relay,
    sourceHeader: typeof header === 'string' && header ? header.toLowerCase() : undefined,
  })
  server.listen(readListen(variables.RELAY_LISTEN))
  await once(server, 'listening')
  const { address, port } = server.address() as AddressInfo
  log({ message: `listening on ${address}:${port}` })
  return {
    port,
    /** Completes what runs. */
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await closed
      closeConnections()
    },
  }
}
