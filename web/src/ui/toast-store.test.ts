import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentToasts, dismissToast, holdToast, releaseToast, showToast } from './toast-store'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const messages = () => currentToasts().map((toast) => toast.message)

describe('toasts', () => {
  it('leave after their duration, sliding out first', () => {
    showToast('success', 'Enregistré', 5000)
    vi.advanceTimersByTime(4999)
    expect(currentToasts()[0]?.leaving).toBe(false)
    vi.advanceTimersByTime(1)
    expect(currentToasts()[0]?.leaving).toBe(true)
    vi.advanceTimersByTime(200)
    expect(messages()).toEqual([])
  })

  it('have ids of their own within one millisecond', () => {
    expect(showToast('error', 'un', 1000)).not.toBe(showToast('error', 'deux', 1000))
    expect(messages()).toEqual(['un', 'deux'])
  })

  it('are said once when several calls fail together, for the newer duration', () => {
    showToast('error', 'Réseau', 1000)
    vi.advanceTimersByTime(900)
    showToast('error', 'Réseau', 1000)
    expect(messages()).toEqual(['Réseau'])
    vi.advanceTimersByTime(900)
    expect(currentToasts()[0]?.leaving).toBe(false)
  })

  it('can be closed by id, once', () => {
    const id = showToast('warning', 'Attention', 5000)
    dismissToast(id)
    dismissToast(id)
    vi.advanceTimersByTime(200)
    expect(messages()).toEqual([])
  })

  it('wait while they are held, then use the time that was left', () => {
    const id = showToast('success', 'Lisez-moi', 1000)
    vi.advanceTimersByTime(600)
    holdToast(id)
    vi.advanceTimersByTime(10_000)
    expect(currentToasts()[0]?.leaving).toBe(false)
    releaseToast(id)
    vi.advanceTimersByTime(399)
    expect(currentToasts()[0]?.leaving).toBe(false)
    vi.advanceTimersByTime(1)
    expect(currentToasts()[0]?.leaving).toBe(true)
  })

  it('are known by the moment they were made in', () => {
    const later = Date.UTC(2100, 0, 1)
    vi.setSystemTime(later)
    expect(showToast('success', 'Copié', 1000)).toBe(later)
  })
})
