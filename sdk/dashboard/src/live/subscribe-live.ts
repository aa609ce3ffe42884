import { live } from './live.ts'
import type { LiveTopic } from './subscriptions.ts'

/**
 * Subscribes to messages that the server only sends on request, outside of React; again after each reconnect, until the returned
 * function is called.
 */
export const subscribeLive = (topic: LiveTopic): (() => void) => live.subscribe(topic)
