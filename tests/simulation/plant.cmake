# cmake -D FROM=… -D TO=… -P plant.cmake: copies a source of the core and plants the faults of planted_core.hpp in it.
# Each is planted in exactly one place; if the core has changed and the place is gone, the build fails.
file(READ "${FROM}" text)

function(plant source fault place with_fault)
  if(NOT FROM MATCHES "/${source}$")
    return()
  endif()
  string(FIND "${text}" "${place}" first)
  string(FIND "${text}" "${place}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "${FROM}: not exactly one place to plant ${fault}: ${place}")
  endif()
  string(REPLACE "PLANTED" "jaipur::simulation::is_planted_in_core(jaipur::simulation::CoreFault::${fault})"
    with_fault "${with_fault}")
  string(REPLACE "${place}" "${with_fault}" text "${text}")
  set(text "${text}" PARENT_SCOPE)
endfunction()

plant(time.cpp AbsenceForgotten
  [[current.absence[seat] += elapsed;]]
  [[current.absence[seat] += PLANTED ? milliseconds{0} : elapsed;]])
plant(time.cpp WrongClock
  [[current.clock_left[state_.match.state.turn];]]
  [[current.clock_left[PLANTED ? other(state_.match.state.turn) : state_.match.state.turn];]])
plant(time.cpp ClockWaits
  [[left = std::max(left - elapsed, milliseconds{0});]]
  [[left = PLANTED && is_away(state_.match.state.turn) ? left : std::max(left - elapsed, milliseconds{0});]])
plant(time.cpp MoveUnlimited
  [[    if (state_.match.phase == Phase::Playing) {
]]
  [[    if (state_.match.phase == Phase::Playing && (state_.options.clock || !PLANTED)) {
]])
plant(time.cpp MoveForAbsent
  [[    return current;
}
]]
  [[    if (PLANTED && !state_.options.clock && !is_away(state_.match.state.turn))
        current.clock_left = clocks_.clock_left;
    return current;
}
]])
plant(time.cpp MoveForOther
  [[seat == state_.match.state.turn && left]]
  [[(PLANTED ? other(seat) : seat) == state_.match.state.turn && left]])
plant(time.cpp MoveSilent
  [[left && !is_late_)]]
  [[left && !is_late_ && !PLANTED)]])
plant(time.cpp FlagStays
  [[if (state_.options.clock)
]]
  [[if (state_.options.clock && !PLANTED)
]])
plant(time.cpp ClaimSilent
  [[clocks_.absence[seat] < grace())]]
  [[clocks_.absence[seat] < grace() && !PLANTED)]])
plant(room.cpp ChargesDowntime
  [[state_.absence, state_.clock_left, now},]]
  [[state_.absence, state_.clock_left,
                  PLANTED && !state_.steps.empty() ? Time(milliseconds(state_.steps.back().at)) : now},]])
plant(room.cpp MoveInDowntime
  [[        presence.away_since = now;
}]]
  [[        presence.away_since = now;
    if (PLANTED && !state_.options.clock && !state_.steps.empty())
        for (milliseconds& left : clocks_.clock_left.values)
            left = std::max(left - (now - Time(milliseconds(state_.steps.back().at))), milliseconds{0});
}]])
plant(room.cpp ChargesTheStore
  [[clocks_ = {state_.absence, state_.clock_left, now};]]
  [[clocks_ = {state_.absence, state_.clock_left, PLANTED ? std::min(record.at, now) : now};]])
plant(apply.cpp IncrementForgotten
  [[+= std::chrono::seconds(clock->increment);]]
  [[+= std::chrono::seconds(PLANTED ? 0 : clock->increment);]])
plant(apply.cpp MoveGoesOn
  [[room.options.clock ? record.clock_left :]]
  [[room.options.clock || (PLANTED && std::holds_alternative<Acted>(record.body)) ? record.clock_left :]])
plant(tell.cpp MoveStaysOverdue
  [[return announced_ && ]]
  [[return !PLANTED && announced_ && ]])
plant(decide.cpp ClaimEarly
  [[is_gone(other(seat), times)]]
  [[is_gone(other(seat), PLANTED ? clocks(now + std::chrono::seconds(1)) : times)]])
plant(decide.cpp ClaimRefused
  [[gone = is_gone]]
  [[gone = !PLANTED && is_gone]])
plant(decide.cpp MoveClaimEarly
  [[is_overdue(other(seat), times)]]
  [[is_overdue(other(seat), PLANTED ? clocks(now + std::chrono::seconds(1)) : times)]])
plant(decide.cpp MoveClaimRefused
  [[overdue = is_overdue]]
  [[overdue = !PLANTED && is_overdue]])

file(WRITE "${TO}" "#include \"tests/simulation/planted_core.hpp\"\n${text}")
