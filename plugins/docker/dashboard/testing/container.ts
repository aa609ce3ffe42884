import type { Container, ContainerStats } from '../../src/wire.ts'

/** A running container. */
export const container = (name: string, replaced: Partial<Container> = {}): Container => ({
  id: name.padEnd(64, '0'),
  name,
  image: `registry.example/${name}:1.2`,
  state: 'running',
  status: 'Up 2 hours',
  created: 1_700_000_000,
  ports: [],
  labels: {},
  ...replaced,
})

/** A container of a compose project. */
export const composed = (project: string, service: string, replaced: Partial<Container> = {}): Container =>
  container(`${project}-${service}-1`, {
    labels: { 'com.docker.compose.project': project, 'com.docker.compose.service': service },
    ...replaced,
  })

export const statsOf = ({ id, name }: Container, replaced: Partial<ContainerStats> = {}): ContainerStats => ({
  ...{ id, name, cpu_percent: 1, memory_usage: 1024, memory_limit: 4096, memory_percent: 25 },
  ...{ network_rx: 0, network_tx: 0, block_read: 0, block_write: 0 },
  ...replaced,
})
