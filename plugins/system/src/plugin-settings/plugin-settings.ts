import {
  type Clock,
  type Core,
  formFields,
  invalid,
  notFound,
  parseForm,
  type Registry,
  readForm,
  secretFields,
  secretMask,
  toSeconds,
} from '@svc/plugin-sdk'
import { type PluginSettings, pluginSettingsChanged, type Secrets, type SettingsForm } from '../contract.ts'
import type { PluginSettingsView } from './plugin-settings-schema.ts'
import type { PluginSettingsStore, StoredSetting } from './plugin-settings-store.ts'

type Values = Readonly<Record<string, unknown>>

interface Deps {
  readonly store: PluginSettingsStore
  readonly secrets: Secrets
  readonly forms: Registry<SettingsForm>
  readonly clock: Pick<Clock, 'now'>
  readonly emit: Core['emit']
}

const purposeOf = (plugin: string, name: string) => `system.pluginSettings:${plugin}.${name}`
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The stored settings of plugins. Changes run in the transaction of their audit entry. */
export function makePluginSettings({ store, secrets, forms, clock, emit }: Deps) {
  // Plugins with a change that they read at their next start.
  const pending = new Set<string>()

  const formOf = (plugin: string): SettingsForm => {
    const form = forms.get(plugin)
    if (!form) throw notFound('system.NO_PLUGIN_SETTINGS', { id: plugin })
    return form
  }

  /** A secret that cannot be decrypted, because it is from another installation, counts as not stored. */
  const stored = (plugin: string): Values =>
    Object.fromEntries(
      store.list(plugin).flatMap(({ name, value, is_sealed }) => {
        if (is_sealed === 0) return [[name, JSON.parse(value)]]
        const opened = secrets.open(purposeOf(plugin, name), value)
        return opened === undefined ? [] : [[name, opened]]
      }),
    )

  /** With the stored secrets in place of what is left out or masked. */
  const withSecrets = (names: readonly string[], input: Values, before: Values): Values => {
    const restored = names.flatMap((name) => {
      const given = Object.hasOwn(input, name) ? input[name] : undefined
      const isMask = typeof given === 'string' && given.includes(secretMask)
      if (isMask && (given !== secretMask || before[name] === undefined)) {
        throw invalid(`values.${name}`, 'system.ENTER_AGAIN')
      }
      return isMask || given === undefined ? [[name, before[name]]] : []
    })
    return { ...input, ...Object.fromEntries(restored) }
  }

  /** Only what was entered, so that later defaults apply to the others. */
  const entered = (values: Values, input: Values) =>
    Object.entries(values).filter(([name]) => ![undefined, null, ''].includes(input[name] as string))

  const seal = (
    plugin: string,
    isSecret: (name: string) => boolean,
    [name, value]: [string, unknown],
  ): StoredSetting =>
    isSecret(name)
      ? { name, value: secrets.seal(purposeOf(plugin, name), String(value)), is_sealed: 1 }
      : { name, value: JSON.stringify(value), is_sealed: 0 }

  const service: PluginSettings = {
    read: ({ plugin, schema }) => readForm(schema, stored(plugin)),
  }

  return {
    service,

    count: (plugin: string) => store.list(plugin).length,

    /** Deletes what is stored, secrets included. */
    purge: store.clear,

    view(plugin: string): PluginSettingsView {
      const { schema, isLive = false } = formOf(plugin)
      const fields = formFields(schema)
      const hidden = secretFields(schema)
      const values = Object.entries(stored(plugin)).filter(([name]) => fields.some((field) => field.name === name))
      return {
        plugin,
        fields,
        values: Object.fromEntries(values.map(([name, value]) => [name, hidden.includes(name) ? secretMask : value])),
        is_live: isLive,
        restart_pending: pending.has(plugin),
      }
    },

    /** Throws 422 with the members that violate a rule. Returns what changed, without secrets; undefined if nothing did. */
    update(plugin: string, input: Values): Values | undefined {
      const { schema, isLive = false } = formOf(plugin)
      const hidden = secretFields(schema)
      const before = stored(plugin)
      const complete = withSecrets(hidden, input, before)
      const after = entered(parseForm(schema, complete, 'values'), complete)
      const values: Values = Object.fromEntries(after)
      const names = Object.keys({ ...before, ...values }).filter((name) => !isSame(before[name], values[name]))
      if (names.length === 0) return undefined
      const isSecret = (name: string) => hidden.includes(name)
      store.replace(
        plugin,
        after.map((setting) => seal(plugin, isSecret, setting)),
        toSeconds(clock.now()),
      )
      if (!isLive) pending.add(plugin)
      emit(pluginSettingsChanged, { plugin })
      return Object.fromEntries(names.map((name) => [name, isSecret(name) ? '[redacted]' : (values[name] ?? null)]))
    },
  }
}
export type StoredPluginSettings = ReturnType<typeof makePluginSettings>
