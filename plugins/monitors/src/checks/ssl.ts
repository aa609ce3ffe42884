import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { type Clock, invalid } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { certificateDetail, judge } from './certificate.ts'
import { readMembers, readTimeout, wrong } from './config-reader.ts'
import { explain } from './explain.ts'
import type { Kind } from './kind.ts'
import { failed, succeeded } from './outcome.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly outbound: Pick<Outbound, 'connect'>
  readonly readTarget: ReadTarget
  /** authorities to trust besides those of the program, in PEM */
  readonly authorities?: readonly string[]
}

export interface SslConfig {
  readonly port: number
  readonly warning_days: number
  readonly critical_days: number
  readonly timeout: number
}

function readConfig(given: Readonly<Record<string, unknown>>): SslConfig {
  const read = readMembers(given, ['port', 'warning_days', 'critical_days', 'timeout'])
  const warning_days = read.integer('warning_days', 14, 0, 3650)
  const critical_days = read.integer('critical_days', Math.min(7, warning_days), 0, 3650)
  if (critical_days > warning_days) throw wrong('critical_days', 'must not be greater than warning_days')
  return { port: read.integer('port', 443, 1, 65_535), warning_days, critical_days, timeout: readTimeout(read) }
}

/** How long the certificate of a host is valid, and whether it is to be trusted. */
export function sslKind({ clock, outbound, readTarget, authorities }: Parts): Kind<SslConfig> {
  /** A handshake with whatever certificate; whether it is to be trusted is asked afterwards. */
  async function shakeHands(host: string, { port, timeout }: SslConfig, signal: AbortSignal): Promise<TLSSocket> {
    const deadline = clock.now() + timeout * 1000
    const socket = await outbound.connect({ host, port, reach: 'network', timeoutMs: timeout * 1000, signal })
    const secure = connect({
      socket,
      rejectUnauthorized: false,
      ...(!isIP(host) && { servername: host.replace(/\.$/, '') }),
      ...(authorities && { ca: [...authorities] }),
    })
    secure.once('close', () => socket.destroy())
    const stop = (error: Error) => void secure.destroy(error)
    const cancel = clock.after(Math.max(0, deadline - clock.now()), () =>
      stop(new OutboundError('timeout', `${host}:${port} did not answer in time`)),
    )
    const abort = () => stop(new OutboundError('failed', `the request to ${host}:${port} was stopped`))
    signal.addEventListener('abort', abort)
    // it may have been as the connection opened
    if (signal.aborted) abort()
    try {
      await once(secure, 'secureConnect')
      return secure.on('error', () => {})
    } catch (error) {
      secure.destroy()
      if (error instanceof OutboundError) throw error
      const { code } = error as NodeJS.ErrnoException
      throw new OutboundError('failed', `${host}:${port} shook no hands`, { code })
    } finally {
      cancel()
      signal.removeEventListener('abort', abort)
    }
  }

  return {
    type: 'ssl',
    sealed: [],
    async readTarget(text) {
      if (/^[a-z]+:\/\//i.test(text)) throw invalid('target', 'must be a host, without https:// and path')
      return (await readTarget('icmp', text)).host
    },
    readConfig,
    async check({ target: host, config, signal }) {
      const started = clock.now()
      try {
        const socket = await shakeHands(host, config, signal)
        const latency = Math.max(0, clock.now() - started)
        const certificate = socket.getPeerX509Certificate()
        const code = socket.authorized ? undefined : String(socket.authorizationError)
        socket.destroy()
        if (!certificate) return failed({ en: 'the host showed no certificate', zh: '主机未出示证书' }, latency)
        const detail = certificateDetail(certificate, clock.now(), config)
        const error = judge({ certificate, host, code, now: clock.now(), config })
        return error ? failed(error, latency, detail) : succeeded(latency, detail)
      } catch (error) {
        return failed(explain(error, config.timeout))
      }
    },
  }
}
