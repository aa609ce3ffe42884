import { secretMask } from '@svc/protocol'

type Inspected = Readonly<Record<string, unknown>>

const mask = (entry: unknown) => (typeof entry === 'string' ? entry.replace(/=.*$/s, `=${secretMask}`) : secretMask)

/** Our agents mask the values on the host already; this is for an agent that does not. */
export function maskEnvironment(container: Inspected): Inspected {
  const { Config: config } = container
  if (typeof config !== 'object' || config === null || !('Env' in config)) return container
  const { Env: env } = config
  return { ...container, Config: { ...config, Env: Array.isArray(env) ? env.map(mask) : [] } }
}
