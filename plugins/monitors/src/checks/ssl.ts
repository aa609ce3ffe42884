import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { type Clock, invalid, text } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { certificateDetail, certificateError } from './certificate.ts'
import { type CheckType, failed, succeeded } from './check-type.ts'
import { configError, configReader, readTimeout } from './config-reader.ts'
import { describeError } from './error-text.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly outbound: Pick<Outbound, 'connect'>
  readonly readTarget: ReadTarget
  /** certificate authorities to trust besides the built-in ones, in PEM */
  readonly authorities?: readonly string[]
}

export interface SslConfig {
  readonly port: number
  readonly warning_days: number
  readonly critical_days: number
  readonly timeout: number
}

function readConfig(config: Readonly<Record<string, unknown>>): SslConfig {
  const reader = configReader(config, ['port', 'warning_days', 'critical_days', 'timeout'])
  const warning_days = reader.integer('warning_days', 14, 0, 3650)
  const critical_days = reader.integer('critical_days', Math.min(7, warning_days), 0, 3650)
  if (critical_days > warning_days) throw configError('critical_days', 'monitors.CRITICAL_ABOVE_WARNING')
  return { port: reader.integer('port', 443, 1, 65_535), warning_days, critical_days, timeout: readTimeout(reader) }
}

/** Checks the TLS certificate of a host: trust, host name and expiry. */
export function makeSslCheck({ clock, outbound, readTarget, authorities }: Parts): CheckType<SslConfig> {
  /** Accepts any certificate: it is verified afterwards, so that its details are known on failure as well. */
  async function handshake(host: string, { port, timeout }: SslConfig, signal: AbortSignal): Promise<TLSSocket> {
    const deadline = clock.now() + timeout * 1000
    const socket = await outbound.connect({ host, port, reach: 'network', timeoutMs: timeout * 1000, signal })
    const secure = connect({
      socket,
      rejectUnauthorized: false,
      ...(!isIP(host) && { servername: host.replace(/\.$/, '') }),
      ...(authorities && { ca: [...authorities] }),
    })
    secure.once('close', () => socket.destroy())
    const destroy = (error: Error) => void secure.destroy(error)
    const cancelTimeout = clock.after(Math.max(0, deadline - clock.now()), () =>
      destroy(new OutboundError('timeout', `${host}:${port}`)),
    )
    const onAbort = () => destroy(new OutboundError('failed', `${host}:${port}`))
    signal.addEventListener('abort', onAbort)
    // It may have been aborted while connecting.
    if (signal.aborted) onAbort()
    try {
      await once(secure, 'secureConnect')
      return secure.on('error', () => {})
    } catch (error) {
      secure.destroy()
      if (error instanceof OutboundError) throw error
      const { code } = error as NodeJS.ErrnoException
      throw new OutboundError('failed', `${host}:${port}`, code)
    } finally {
      cancelTimeout()
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    type: 'ssl',
    secretFields: [],
    async readTarget(given) {
      if (/^[a-z]+:\/\//i.test(given)) throw invalid('target', 'monitors.HOST_ONLY')
      return (await readTarget('icmp', given)).host
    },
    readConfig,
    async check({ target: host, config, signal }) {
      const startedAt = clock.now()
      try {
        const socket = await handshake(host, config, signal)
        const latency = Math.max(0, clock.now() - startedAt)
        const certificate = socket.getPeerX509Certificate()
        const code = socket.authorized ? undefined : String(socket.authorizationError)
        socket.destroy()
        if (!certificate) return failed(text('monitors.NO_CERTIFICATE'), latency)
        const detail = certificateDetail(certificate, clock.now(), config)
        const error = certificateError({ certificate, host, code, now: clock.now(), config })
        return error ? failed(error, latency, detail) : succeeded(latency, detail)
      } catch (error) {
        return failed(describeError(error, config.timeout))
      }
    },
  }
}
