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
} from './plugin.js'
export { agentSdkVersion } from './version.js'
