// Reading what may be damaged: whatever goes wrong, there is nothing to be read.
// Between stores, whose bytes are not trusted, and the parts of the cache.

export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
