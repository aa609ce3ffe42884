import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CapabilityManifest, type CapabilityTable, capabilityError } from '@svc/protocol'
import semver from 'semver'

/** Version of the plugin SDK that this kernel implements. */
const sdkVersion = '1.0.0'

/** The properties of package.json that make a package a plugin. */
const Manifest = Type.Object({
  name: Type.String(),
  version: Type.Optional(Type.String()),
  svc: Type.Object({
    kind: Type.Literal('plugin'),
    sdk: Type.Optional(Type.String()),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    /** the deployment cannot run without it; only for plugins that come with the program */
    required: Type.Optional(Type.Boolean()),
    /**
     * It runs only in the mode that has its id, and this is the line about it in the help: `svc-server --<id>`; only for plugins
     * that come with the program
     */
    mode: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** types of widgets that its dashboard half brings */
    widgets: Type.Optional(Type.Array(Type.String())),
    /** folder with the scripts and styles of pages that it serves itself, outside of the dashboard */
    page: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]*(/[a-z0-9-]+)*$' })),
    /** folder with the built modules of its dashboard half, for plugins that do not come with the program */
    dashboard: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]*(/[a-z0-9-]+)*$' })),
    /** capabilities of other agent halves that it uses; one that no running plugin uses or declares is not offered */
    uses: Type.Optional(Type.Array(Type.String())),
    /** what its agent half can do on hosts, for plugins that do not come with the program */
    capabilities: Type.Optional(Type.Record(Type.String(), CapabilityManifest)),
  }),
})
export type Manifest = Static<typeof Manifest>

/** Whether a package.json claims to be a plugin at all. */
export const claimsPlugin = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && (json as { svc?: { kind?: unknown } }).svc?.kind === 'plugin'

/** Ids that would collide with tables, services or configuration keys of the kernel. */
const reserved = new Set(['kernel', 'core', 'sqlite', 'disabled'])

/** `svc-plugin-<id>` and `@org/svc-plugin-<id>` are the names of third-party plugins. */
export const idOf = (packageName: string): string | undefined =>
  /^(?:@[a-z0-9][\w.-]*\/)?svc-plugin-([a-z][a-z0-9-]*[a-z0-9]|[a-z])$/.exec(packageName)?.[1]

/** Why a manifest is not acceptable beside bundled plugins of these ids and these capabilities, or nothing. */
export function manifestError(json: unknown, bundled: readonly string[], table: CapabilityTable): string | undefined {
  if (!Value.Check(Manifest, json)) {
    const first = Value.Errors(Manifest, json).First()
    return `its package.json is not a plugin manifest: ${first?.path.slice(1).replaceAll('/', '.')} ${first?.message}`
  }
  const id = idOf(json.name)
  if (id === undefined)
    return `its package is named ${json.name}; plugins are named svc-plugin-<id> or @org/svc-plugin-<id>`
  if (reserved.has(id)) return `its id ${id} is reserved`
  const prefix = bundled.find((other) => id.startsWith(`${other}-`))
  if (prefix) return `its id ${id} begins like ${prefix}, whose tables it would claim; let it begin with another word`
  const range = json.svc.sdk
  if (range === undefined || semver.validRange(range) === null)
    return 'its package.json names no valid svc.sdk range, such as ^1.0'
  if (!semver.satisfies(sdkVersion, range)) return `needs plugin SDK ${range}; this program has ${sdkVersion}`
  for (const [name, capability] of Object.entries(json.svc.capabilities ?? {})) {
    const error = capabilityError(table, name, capability)
    if (error) return error
  }
  return undefined
}
