export {
  type ConversationHandler,
  type Handler,
  handle,
  isMessage,
  type Link,
  type MessageHandler,
  type RequestContext,
  RequestError,
  type ServedStream,
  type StreamContext,
  type Written,
} from './handle.ts'
export {
  type AgentCommand,
  type AgentContext,
  type AgentParts,
  type AgentPluginDefinition,
  type CommandContext,
  defineAgentPlugin,
  type Logger,
  type Sampler,
} from './plugin.ts'
export { agentSdkVersion } from './version.ts'
