// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createAppRouter } from './router'

afterEach(cleanup)

test('a page that broke says so, and can be loaded again', () => {
  const router = createAppRouter({ now: Date.UTC(2026, 10, 14), queries: [] }, createMemoryHistory())
  const Broken = router.options.defaultErrorComponent as unknown as ComponentType
  render(<Broken />)
  expect(screen.getByText('Something went wrong!')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeTruthy()
})
