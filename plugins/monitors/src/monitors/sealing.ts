import type { Secrets } from '@svc/plugin-system/contract'
import { secretMask } from '@svc/protocol'
import { wrong } from '../checks/config-reader.ts'
import type { Kind } from '../checks/kind.ts'
import type { MonitorRow } from './monitors-store.ts'

type Config = Readonly<Record<string, unknown>>
type Stored = Pick<MonitorRow, 'id' | 'config_json' | 'sealed'>

const purposeOf = (id: string) => `monitors.config:${id}`
const headersOf = ({ headers }: Config): Config => (headers ?? {}) as Config
const isEmpty = (value: unknown) =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Keeps what may be a credential encrypted: it is never in the database as it is. */
export function makeSealing(secrets: Secrets) {
  /** What was sealed; undefined when it cannot be opened, for example with the key of another installation. */
  function opened({ id, sealed }: Stored): Config | undefined {
    if (sealed === null) return {}
    const text = secrets.open(purposeOf(id), sealed)
    return text === undefined ? undefined : (JSON.parse(text) as Config)
  }

  return {
    /** The two columns of a configuration. */
    seal(id: string, config: object, { sealed }: Pick<Kind, 'sealed'>): Pick<MonitorRow, 'config_json' | 'sealed'> {
      const members = Object.entries(config)
      const hidden = members.filter(([name, value]) => sealed.includes(name) && !isEmpty(value))
      const shown = members.filter(([name]) => !sealed.includes(name))
      return {
        config_json: JSON.stringify(Object.fromEntries(shown)),
        sealed: hidden.length ? secrets.seal(purposeOf(id), JSON.stringify(Object.fromEntries(hidden))) : null,
      }
    },

    /** The whole configuration; undefined when a part of it cannot be opened. */
    config(row: Stored): Config | undefined {
      const hidden = opened(row)
      return hidden && { ...(JSON.parse(row.config_json) as Config), ...hidden }
    },

    /** As admins see it: values of headers are masked. Members see only what is not sealed. */
    shown(row: Stored, isAdmin: boolean): Config {
      const shown = JSON.parse(row.config_json) as Config
      const hidden = isAdmin ? opened(row) : undefined
      if (!hidden) return shown
      const masked = Object.fromEntries(Object.keys(headersOf(hidden)).map((name) => [name, secretMask]))
      return { ...shown, ...hidden, ...(hidden.headers !== undefined && { headers: masked }) }
    },

    /**
     * What was sent, with the stored values of headers where their mask was sent back. Nothing stored goes to another
     * host: who may not read a value must not have it sent to himself.
     */
    unmask(given: Config, before: Stored | undefined, isSameHost: boolean): Config {
      const { headers } = given
      if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return given
      const stored = before && isSameHost ? headersOf(opened(before) ?? {}) : {}
      const filled = Object.entries(headers).map(([name, value]) => {
        if (value !== secretMask) return [name, value]
        if (!Object.hasOwn(stored, name)) throw wrong(`headers.${name.slice(0, 64)}`, 'must be entered again')
        return [name, stored[name]]
      })
      return { ...given, headers: Object.fromEntries(filled) }
    },
  }
}
export type Sealing = ReturnType<typeof makeSealing>
