import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [
    { name: 'sign-in', path: '/', heading: ['Sign in', '登录'], who: 'nobody' },
    { name: 'onboarding', path: '/', heading: ['Set up your account', '设置您的账户'], who: 'flagged' },
    { name: 'security', path: '/settings/security', heading: ['Security', '安全'] },
    { name: 'users', path: '/settings/users', heading: ['Users', '用户'] },
    { name: 'api-keys', path: '/settings/api-keys', heading: ['API keys', 'API 密钥'] },
  ],
})
