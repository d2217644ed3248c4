; What Numba's code expects of its runtime, without a processor's atomics and without Python.
; Blocks live on a stack: whoever allocates lets go before whoever came earlier does.
; A block is a header { references, destructor, its argument, data, size } and the data behind it.

@arena = internal global [65536 x i8] zeroinitializer, align 64
@top = internal global i32 0

declare void @llvm.trap()

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %at = load i32, ptr @top
  %long = trunc i64 %size to i32
  %end = add i32 %long, 127
  %whole = and i32 %end, -64
  %next = add i32 %at, %whole
  %full = icmp ugt i32 %next, 65536
  br i1 %full, label %no, label %yes
no:
  call void @llvm.trap()
  unreachable
yes:
  store i32 %next, ptr @top
  %block = getelementptr i8, ptr @arena, i32 %at
  %data = getelementptr i8, ptr %block, i32 64
  %header = getelementptr { i64, ptr, ptr, ptr, i64 }, ptr %block, i32 0, i32 3
  store i64 1, ptr %block
  store ptr %data, ptr %header
  ret ptr %block
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
  ret ptr %block
}

define void @NRT_incref(ptr %block) {
  %none = icmp eq ptr %block, null
  br i1 %none, label %end, label %some
some:
  %had = load i64, ptr %block
  %has = add i64 %had, 1
  store i64 %has, ptr %block
  br label %end
end:
  ret void
}

define void @NRT_decref(ptr %block) {
  %none = icmp eq ptr %block, null
  br i1 %none, label %end, label %some
some:
  %had = load i64, ptr %block
  %has = sub i64 %had, 1
  store i64 %has, ptr %block
  %last = icmp eq i64 %has, 0
  br i1 %last, label %free, label %end
free:
  %from = ptrtoint ptr @arena to i32
  %this = ptrtoint ptr %block to i32
  %at = sub i32 %this, %from
  store i32 %at, ptr @top
  br label %end
end:
  ret void
}
