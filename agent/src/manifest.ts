import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { agentSdkVersion } from '@svc/agent-sdk'
import { type Capability, CapabilityManifest, type CapabilityTable, capabilityError } from '@svc/protocol'

const Manifest = Type.Object({
  name: Type.String({ minLength: 1 }),
  version: Type.String({ minLength: 1 }),
  svc: Type.Object({
    kind: Type.Literal('agent-plugin'),
    sdk: Type.String(),
    title: Type.Optional(Type.String()),
    capabilities: Type.Record(Type.String(), CapabilityManifest),
    config: Type.Optional(Type.Array(Type.String())),
    commands: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  }),
})

/** The manifest of an agent plugin in its package.json; all the agent reads before the policy decides. */
export interface Manifest {
  readonly package: string
  readonly version: string
  readonly capabilities: ReadonlyMap<Capability, CapabilityManifest>
  /** configuration tables of the plugin; they raise no warning even if it is not loaded */
  readonly tables: readonly string[]
  /** the commands that it adds to the program: names, with lines for the help */
  readonly commands: ReadonlyMap<string, readonly string[]>
}

const check = TypeCompiler.Compile(Manifest)

/** Whether the agent SDK satisfies the range: `^1.0` accepts every 1.x. */
function isCompatible(range: string): boolean {
  const match = /^\^(\d+)\.(\d+)(?:\.(\d+))?$/.exec(range)
  if (!match) return false
  const [major = 0, minor = 0, patch = 0] = agentSdkVersion.split('.').map(Number)
  if (Number(match[1]) !== major) return false
  const [minMinor, minPatch] = [Number(match[2]), Number(match[3] ?? 0)]
  return minor > minMinor || (minor === minMinor && patch >= minPatch)
}

/** Validates a parsed package.json beside the capabilities of others. Throws an error with a reason if the plugin cannot be used. */
export function readManifest(json: unknown, table: CapabilityTable): Manifest {
  if (!check.Check(json)) {
    const error = check.Errors(json).First()
    throw new Error(`package.json is invalid at ${error?.path || '/'}: ${error?.message ?? 'not an object'}`)
  }
  const { name, version, svc }: Static<typeof Manifest> = json
  if (!isCompatible(svc.sdk))
    throw new Error(`requires agent SDK ${svc.sdk}, but this agent provides ${agentSdkVersion}`)
  const declared = Object.entries(svc.capabilities)
  for (const [capability, manifest] of declared) {
    const error = capabilityError(table, capability, manifest)
    if (error) throw new Error(`package.json is invalid: ${error}`)
  }
  const commands = new Map(Object.entries(svc.commands ?? {}))
  return { package: name, version, capabilities: new Map(declared), tables: svc.config ?? [], commands }
}
