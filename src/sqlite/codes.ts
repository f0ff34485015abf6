// The numbers of SQLite's C interface that we use (sqlite3.h).

export const ok = 0
export const codes = {
  busy: 5,
  noMemory: 7,
  readOnly: 8,
  corrupt: 11,
  notFound: 12,
  full: 13,
  cannotOpen: 14,
  misuse: 21,
  notADatabase: 26,
  row: 100,
  done: 101,
  ioRead: 266,
  ioShortRead: 522,
  ioWrite: 778,
  ioSync: 1034,
  ioTruncate: 1546,
  ioStat: 1802,
  ioDelete: 2570,
  ioAccess: 3338,
  ioNoEntry: 5898,
} as const

export const openFlags = {
  readOnly: 0x1,
  readWrite: 0x2,
  create: 0x4,
  deleteOnClose: 0x8,
  mainDatabase: 0x100,
  log: 0x80000,
} as const

export const lockLevels = { none: 0, shared: 1, reserved: 2, pending: 3, exclusive: 4 } as const

/** Byte offsets that every SQLite locks (os.h). */
export const lockBytes = { pending: 0x40000000, reserved: 0x40000001, shared: 0x40000002, sharedLength: 510 } as const
