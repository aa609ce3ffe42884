import { Type } from '@sinclair/typebox'
import { defineMessage } from './message.ts'
import { str } from './types.ts'

/** Browser to server: the messages of a topic from now on, beginning with its latest. */
export const TopicSubscribe = defineMessage('topic_subscribe', { topic: str() })
/** Browser to server. */
export const TopicUnsubscribe = defineMessage('topic_unsubscribe', { topic: str() })
/** Server to browser: to subscribers. */
export const TopicMessage = defineMessage('topic_message', { topic: str(), data: Type.Unknown() })
/**
 * Server to browser: there will be no messages. `unknown`: no running plugin has this topic, or not for this user. `too_many`: the
 * browser has too many topics.
 */
export const TopicUnavailable = defineMessage('topic_unavailable', {
  topic: str(),
  reason: Type.Union([Type.Literal('unknown'), Type.Literal('too_many')]),
})
