import { definePages } from '@svc/e2e/pages'
import { simulateDocker } from '../e2e/simulated-docker.ts'

export default definePages({
  async prepare({ server, admin, later }) {
    const docker = await simulateDocker(server.url, admin, 'docker-1')
    later(docker.close)
    return { dockerId: docker.id, container: docker.containers[0]?.id ?? '' }
  },
  pages: [
    {
      name: 'docker',
      path: ({ dockerId }) => `/servers/${dockerId}?tab=docker`,
      heading: ['docker-1', 'docker-1'],
    },
    {
      name: 'docker-container',
      path: ({ dockerId, container }) => `/servers/${dockerId}?tab=docker&container=${container.slice(0, 12)}`,
      heading: ['shop-db-1', 'shop-db-1'],
    },
    {
      name: 'docker-logs',
      path: ({ dockerId, container }) =>
        `/servers/${dockerId}?tab=docker&container=${container.slice(0, 12)}&panel=logs`,
      heading: ['shop-db-1', 'shop-db-1'],
    },
    {
      name: 'docker-inspect',
      path: ({ dockerId, container }) =>
        `/servers/${dockerId}?tab=docker&container=${container.slice(0, 12)}&panel=inspect`,
      heading: ['Environment variables', '环境变量'],
    },
    {
      name: 'docker-events',
      path: ({ dockerId }) => `/servers/${dockerId}?tab=docker&view=events`,
      heading: ['Events', '事件'],
    },
    {
      name: 'docker-images',
      path: ({ dockerId }) => `/servers/${dockerId}?tab=docker&view=images`,
      heading: ['Images', '镜像'],
    },
    {
      name: 'docker-networks',
      path: ({ dockerId }) => `/servers/${dockerId}?tab=docker&view=networks`,
      heading: ['Networks', '网络'],
    },
    {
      name: 'docker-volumes',
      path: ({ dockerId }) => `/servers/${dockerId}?tab=docker&view=volumes`,
      heading: ['Volumes', '存储卷'],
    },
    // The agent of web-1 may not use Docker; the old address redirects to the tab.
    { name: 'docker-denied', path: ({ serverId }) => `/servers/${serverId}/docker`, heading: ['web-1', 'web-1'] },
  ],
})
