# Compiles sources in groups of six. Most of the time to compile a file goes into its headers, so tests
# need a third of the processor time from scratch, and programs a little less. A build after a change
# takes longer.
option(JAIPUR_GROUPS "Compile sources in groups" OFF)
set(CMAKE_UNITY_BUILD ${JAIPUR_GROUPS})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 6)
