import { defineAgentPlugin } from '@svc/agent-sdk'

export default defineAgentPlugin({ id: 'exec', setup: () => ({}) })
