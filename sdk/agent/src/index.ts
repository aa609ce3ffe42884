export {
  type AgentContext,
  type AgentParts,
  type AgentPluginDefinition,
  defineAgentPlugin,
  type Handler,
  handle,
  type Link,
  type Logger,
  type Sampler,
} from './plugin.ts'
export { agentSdkVersion } from './version.ts'
