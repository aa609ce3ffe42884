import { definePlugin } from '@svc/plugin-sdk'

export default definePlugin({ id: 'status', setup: () => ({}) })
