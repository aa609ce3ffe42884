import type { Container } from '../../src/wire.ts'

/** The compose project of a container; empty if it has none. */
export const projectOf = ({ labels }: Pick<Container, 'labels'>): string => labels['com.docker.compose.project'] ?? ''

export const serviceOf = ({ labels }: Pick<Container, 'labels'>): string | undefined =>
  labels['com.docker.compose.service']
