import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { agentSdkVersion } from '@svc/agent-sdk'
import { type Capability, capabilities, isCapability } from '@svc/protocol'

const Manifest = Type.Object({
  name: Type.String({ minLength: 1 }),
  version: Type.String({ minLength: 1 }),
  svc: Type.Object({
    kind: Type.Literal('agent-plugin'),
    sdk: Type.String(),
    title: Type.Optional(Type.String()),
    capabilities: Type.Record(Type.String(), Type.Union(['low', 'medium', 'high'].map((risk) => Type.Literal(risk)))),
    config: Type.Optional(Type.Array(Type.String())),
  }),
})

/** What package.json says about an agent plugin: all the agent knows of it before the policy decides. */
export interface Manifest {
  readonly package: string
  readonly version: string
  readonly capabilities: readonly Capability[]
  /** configuration tables the plugin reads; known even while it is not loaded, so that they raise no warning */
  readonly tables: readonly string[]
}

const check = TypeCompiler.Compile(Manifest)

/** Whether this agent offers the contract `range` asks for: `^1.0` fits every 1.x from 1.0 on. */
function fits(range: string): boolean {
  const wanted = /^\^(\d+)\.(\d+)(?:\.(\d+))?$/.exec(range)
  if (!wanted) return false
  const [major = 0, minor = 0, patch = 0] = agentSdkVersion.split('.').map(Number)
  if (Number(wanted[1]) !== major) return false
  const [least, leastPatch] = [Number(wanted[2]), Number(wanted[3] ?? 0)]
  return minor > least || (minor === least && patch >= leastPatch)
}

/** Reads a parsed package.json. Throws an error with a reason when it does not describe a plugin for this agent. */
export function readManifest(json: unknown): Manifest {
  if (!check.Check(json)) {
    const problem = check.Errors(json).First()
    throw new Error(`package.json is wrong at ${problem?.path || '/'}: ${problem?.message ?? 'not an object'}`)
  }
  const { name, version, svc }: Static<typeof Manifest> = json
  if (!fits(svc.sdk)) throw new Error(`it needs agent SDK ${svc.sdk}, this agent offers ${agentSdkVersion}`)
  const names = Object.keys(svc.capabilities)
  const unknown = names.find((key) => !isCapability(key))
  if (unknown) throw new Error(`package.json declares ${unknown}, known capabilities are ${capabilities.join(', ')}`)
  return { package: name, version, capabilities: names.filter(isCapability), tables: svc.config ?? [] }
}
