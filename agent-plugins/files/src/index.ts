import { defineAgentPlugin } from '@svc/agent-sdk'

export default defineAgentPlugin({ id: 'files', setup: () => ({}) })
